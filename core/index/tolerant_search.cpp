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
constexpr std::size_t kMostVariantWindows = 32;
constexpr std::size_t kMostVariantBlocks = std::size_t{1} << 16;
/// Hashes looked up, of one kind: of all windows, and of each at least.
constexpr std::size_t kMostVariantHashes = 256;
constexpr std::size_t kLeastVariantHashes = 16;
/// Positions that are read of a segment for a needle.
constexpr std::uint64_t kMostVariantPositions = std::uint64_t{1} << 20;
/// Positions of a picture that are verified: those with most votes.
constexpr std::size_t kMostVariantSpots = 256;

/// Probes of this segment, the rarest first.
std::vector<std::pair<std::uint64_t, const VariantProbe*>> rarest(
    const SceneSegment& segment, const std::vector<VariantProbe>& probes, const Control& control) {
  std::vector<std::pair<std::uint64_t, const VariantProbe*>> counted;
  for (const VariantProbe& probe : probes) {
    control.check();
    const std::uint64_t entries = segment.countAtMost(probe.hash);
    if (entries > 0) counted.emplace_back(entries, &probe);
  }
  std::ranges::stable_sort(counted, {},
                           [](const auto& one) { return one.first * one.second->blocks.size(); });
  return counted;
}

/// A position of a needle, and the bits of information of a hash there.
struct Vote {
  std::uint64_t scene = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::uint64_t hash = 0;
  double bits = 0;

  auto operator<=>(const Vote&) const = default;
  bool sharesPlace(const Vote& other) const { return x == other.x && y == other.y; }
};

/// The picture of some votes, which are in descending order. Of each hash the best counts: edges
/// have the same one many times.
VotedScene votedScene(std::uint32_t needle, std::span<const Vote> votes) {
  std::vector<std::pair<double, Spot>> spots;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    const bool isNew = i == 0 || !votes[i].sharesPlace(votes[i - 1]);
    if (isNew) spots.push_back({0, {needle, votes[i].x, votes[i].y}});
    if (isNew || votes[i].hash != votes[i - 1].hash) spots.back().first += votes[i].bits;
  }
  std::ranges::stable_sort(spots, std::greater<>(), [](const auto& one) { return one.first; });
  if (spots.size() > kMostVariantSpots) spots.resize(kMostVariantSpots);
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

std::vector<VariantProbe> variantProbesOf(const Needle& needle, std::int64_t side,
                                          const Control& control) {
  const std::int64_t window = side - kTolerantBlockSide + 1;
  const std::size_t most = std::clamp<std::size_t>(
      kMostVariantBlocks / static_cast<std::size_t>(window * window), 1, kMostVariantWindows);
  const std::vector<Probe::Offset> windows = windowsOf(needle, side, most);
  const std::size_t kept =
      std::max(kLeastVariantHashes, kMostVariantHashes / std::max<std::size_t>(1, windows.size()));
  std::map<std::uint64_t, std::vector<VariantProbe::Block>> all;
  TolerantBlocks blocks;
  std::vector<Variant> variants;
  for (const Probe::Offset& at : windows) {
    blocks.compute(needle.picture, {at.x, at.y, window, window});
    for (const BlockKind kind : {BlockKind::tolerant, BlockKind::tolerantShifted}) {
      std::map<std::uint64_t, std::vector<VariantProbe::Block>> least;
      for (std::int64_t y = 0; y < window; ++y) {
        control.check();
        for (std::int64_t x = 0; x < window; ++x) {
          variants.clear();
          variantsOf(blocks.valuesAt(x, y), kind, variants);
          for (const Variant& variant : variants) {
            const std::uint64_t hash = variant.hash >> kTieBits;
            const bool many = least.size() == kept;
            if (many && hash > least.rbegin()->first) continue;
            least[hash].push_back({at.x + x, at.y + y, variant.cost});
            if (least.size() > kept) least.erase(std::prev(least.end()));
          }
        }
      }
      for (auto& [hash, found] : least) {
        std::vector<VariantProbe::Block>& to = all[hash];
        to.insert(to.end(), found.begin(), found.end());
      }
    }
  }
  std::vector<VariantProbe> probes;
  for (auto& [hash, found] : all) {
    // Of a block that is in several windows, or has a hash twice, the least cost.
    std::ranges::sort(found, {},
                      [](const auto& one) { return std::tuple(one.y, one.x, one.cost); });
    const auto isSame = [](const auto& a, const auto& b) { return a.y == b.y && a.x == b.x; };
    found.erase(std::unique(found.begin(), found.end(), isSame), found.end());
    probes.push_back({hash, std::move(found)});
  }
  return probes;
}

std::vector<VotedScene> votedScenesIn(const SceneSegment& segment, std::uint32_t needle, Size size,
                                      const std::vector<VariantProbe>& probes,
                                      const Control& control) {
  std::vector<Vote> votes;
  std::uint64_t read = 0;
  for (const auto& rare : rarest(segment, probes, control)) {
    const std::uint64_t entries = rare.first;
    const VariantProbe& probe = *rare.second;
    read += entries * probe.blocks.size();
    if (read > kMostVariantPositions) break;
    const double bits =
        1 + std::log2(static_cast<double>(segment.entries()) / static_cast<double>(entries));
    forPositions(
        segment, probe.hash, control,
        [&](std::uint64_t scene, const StoredScene& stored, std::uint64_t, std::uint64_t inside) {
          const auto at = static_cast<std::int64_t>(inside);
          const std::int64_t width = std::max<std::uint32_t>(stored.width, 1);
          for (const VariantProbe::Block& block : probe.blocks) {
            const std::int64_t x = at % width - block.x;
            const std::int64_t y = at / width - block.y;
            const bool counts = bits > block.cost && fits(x, y, size, stored);
            if (counts) votes.push_back({scene, x, y, probe.hash, bits - block.cost});
          }
        });
  }
  std::ranges::sort(votes, std::greater<>());
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
