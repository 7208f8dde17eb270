// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/tolerant_search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace espy::index {
namespace {

/// Windows of a needle whose hashes are looked up, at most, and their blocks in all.
constexpr std::size_t kMostWindows = 32;
constexpr std::size_t kMostBlocks = std::size_t{1} << 16;
/// Hashes looked up, of one kind: of all windows, and of each at least.
constexpr std::size_t kMostHashes = 256;
constexpr std::size_t kLeastHashes = 16;
/// Positions that are read of a segment for a needle.
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 20;
/// Positions of a picture that are verified: those with most votes.
constexpr std::size_t kMostSpots = 64;

/// Probes of this segment, the rarest first.
std::vector<std::pair<std::uint64_t, const Probe*>> rarest(const SceneSegment& segment,
                                                           const std::vector<Probe>& probes) {
  std::vector<std::pair<std::uint64_t, const Probe*>> counted;
  for (const Probe& probe : probes) {
    const std::uint64_t entries = segment.countAtMost(probe.hash);
    if (entries > 0) counted.emplace_back(entries, &probe);
  }
  std::ranges::stable_sort(counted, {},
                           [](const auto& one) { return one.first * one.second->offsets.size(); });
  return counted;
}

/// A position of a needle, and the bits of information of a hash there.
struct Vote {
  std::uint64_t scene = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
  double bits = 0;

  auto place() const { return std::tuple(scene, x, y); }
};

/// The picture of some votes, which are ordered by place.
VotedScene votedScene(std::uint32_t needle, std::span<const Vote> votes) {
  std::vector<std::pair<double, Spot>> spots;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    const bool isNew = i == 0 || votes[i].place() != votes[i - 1].place();
    if (isNew) spots.push_back({0, {needle, votes[i].x, votes[i].y}});
    spots.back().first += votes[i].bits;
  }
  std::ranges::stable_sort(spots, std::greater<>(), [](const auto& one) { return one.first; });
  if (spots.size() > kMostSpots) spots.resize(kMostSpots);
  VotedScene scene{spots.front().first, {votes.front().scene, false, {}}};
  for (const auto& spot : spots) scene.candidate.spots.push_back(spot.second);
  return scene;
}

/// Whether a needle's score is reached at a spot, or one pixel from it.
bool isReached(const Spot& spot, const ImageView& picture, const Needle& needle, double minScore,
               const Control& control) {
  const Size size = needle.picture.size();
  const std::int64_t left = std::max<std::int64_t>(0, spot.x - 1);
  const std::int64_t top = std::max<std::int64_t>(0, spot.y - 1);
  const std::int64_t right = std::min(picture.width(), spot.x + size.width + 1);
  const std::int64_t bottom = std::min(picture.height(), spot.y + size.height + 1);
  const ImageView crop = picture.crop(left, top, {right - left, bottom - top});
  return !find(crop, std::span(&needle, 1), scoredOptions(minScore, control)).matches.empty();
}

}  // namespace

FindOptions scoredOptions(double minScore, const Control& control) {
  FindOptions options;
  options.method = Method::zncc;
  options.minScore = minScore;
  options.select.overlap = kScoredOverlap;
  options.wantBest = false;
  options.engine = "sequential";
  options.control.stop = control.stop;
  return options;
}

std::vector<Probe> variantProbesOf(const Needle& needle, std::int64_t side) {
  const std::int64_t window = side - kTolerantBlockSide + 1;
  const std::size_t most = std::clamp<std::size_t>(
      kMostBlocks / static_cast<std::size_t>(window * window), 1, kMostWindows);
  const std::vector<Probe::Offset> windows = windowsOf(needle, side, most);
  const std::size_t kept =
      std::max(kLeastHashes, kMostHashes / std::max<std::size_t>(1, windows.size()));
  using Offset = std::pair<std::int64_t, std::int64_t>;
  std::map<std::uint64_t, std::set<Offset>> all;
  TolerantBlocks blocks;
  std::vector<std::uint64_t> hashes;
  for (const Probe::Offset& at : windows) {
    blocks.compute(needle.picture, {at.x, at.y, window, window});
    for (const BlockKind kind : {BlockKind::tolerant, BlockKind::tolerantShifted}) {
      std::vector<std::pair<std::uint64_t, Offset>> least;
      for (std::int64_t y = 0; y < window; ++y) {
        for (std::int64_t x = 0; x < window; ++x) {
          hashes.clear();
          variantsOf(blocks.valuesAt(x, y), kind, hashes);
          for (const std::uint64_t hash : hashes) {
            least.push_back({hash >> kTieBits, {at.x + x, at.y + y}});
          }
        }
      }
      std::ranges::sort(least);
      std::size_t different = 0;
      for (std::size_t i = 0; i < least.size(); ++i) {
        if (i == 0 || least[i].first != least[i - 1].first) ++different;
        if (different > kept) break;
        all[least[i].first].insert(least[i].second);
      }
    }
  }
  std::vector<Probe> probes;
  for (const auto& [hash, offsets] : all) {
    Probe& probe = probes.emplace_back();
    probe.hash = hash;
    for (const auto& [x, y] : offsets) probe.offsets.push_back({x, y});
  }
  return probes;
}

std::vector<VotedScene> votedScenesIn(const SceneSegment& segment, std::uint32_t needle, Size size,
                                      const std::vector<Probe>& probes, const Control& control) {
  std::vector<Vote> votes;
  std::uint64_t read = 0;
  for (const auto& [entries, probe] : rarest(segment, probes)) {
    read += entries * probe->offsets.size();
    if (read > kMostPositions) break;
    const double bits =
        1 + std::log2(static_cast<double>(segment.entries()) / static_cast<double>(entries));
    forPositions(
        segment, probe->hash, control,
        [&](std::uint64_t scene, const StoredScene& stored, std::uint64_t, std::uint64_t inside) {
          const auto at = static_cast<std::int64_t>(inside);
          const std::int64_t width = std::max<std::uint32_t>(stored.width, 1);
          for (const Probe::Offset& offset : probe->offsets) {
            const std::int64_t x = at % width - offset.x;
            const std::int64_t y = at / width - offset.y;
            if (fits(x, y, size, stored)) votes.push_back({scene, x, y, bits});
          }
        });
  }
  std::ranges::stable_sort(votes, {}, &Vote::place);
  std::vector<VotedScene> scenes;
  for (std::size_t first = 0; first < votes.size();) {
    std::size_t end = first + 1;
    while (end < votes.size() && votes[end].scene == votes[first].scene) ++end;
    scenes.push_back(votedScene(needle, std::span(votes).subspan(first, end - first)));
    first = end;
  }
  return scenes;
}

std::vector<Match> scoredMatchesAt(const std::vector<Spot>& spots, const ImageView& picture,
                                   std::span<const Needle> needles, double minScore,
                                   const Control& control) {
  std::set<std::uint32_t> reached;
  for (const Spot& spot : spots) {
    control.check();
    if (reached.contains(spot.needle)) continue;
    if (isReached(spot, picture, needles[spot.needle], minScore, control)) {
      reached.insert(spot.needle);
    }
  }
  if (reached.empty()) return {};
  std::vector<Needle> found;
  for (const std::uint32_t n : reached) found.push_back(needles[n]);
  std::vector<Match> matches = scoredMatchesIn(picture, found, minScore, control);
  for (Match& match : matches) {
    match.needle = *std::next(reached.begin(), match.needle);
  }
  return matches;
}

std::vector<Match> scoredMatchesIn(const ImageView& picture, std::span<const Needle> needles,
                                   double minScore, const Control& control) {
  return find(picture, needles, scoredOptions(minScore, control)).matches;
}

}  // namespace espy::index
