// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/tolerant_search.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "find/overlap_filter.h"

namespace espy::index {
namespace {

/// Probes looked up at most, and their positions in all.
constexpr std::size_t kMostProbes = 64;
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 18;
/// Positions of a picture that are verified: those with most votes.
constexpr std::size_t kMostSpots = 64;
constexpr double kOverlap = 0.5;

bool isBetter(const Match& a, const Match& b) {
  return std::tuple(-a.score, a.y, a.x, a.needle) < std::tuple(-b.score, b.y, b.x, b.needle);
}

/// Best first, without those that overlap a better one of their needle.
std::vector<Match> selected(std::vector<Match> matches) {
  std::ranges::sort(matches, isBetter);
  finders::OverlapFilter filter({.overlap = kOverlap});
  std::vector<Match> kept;
  for (const Match& match : matches) {
    if (filter.covers(match)) continue;
    filter.add(match);
    kept.push_back(match);
  }
  return kept;
}

FindOptions scoredOptions(double minScore, const Control& control) {
  FindOptions options;
  options.method = Method::zncc;
  options.minScore = minScore;
  options.wantBest = false;
  options.engine = "sequential";
  options.control.stop = control.stop;
  return options;
}

/// Probes of this segment, the rarest first.
std::vector<std::pair<std::uint64_t, const Probe*>> rarest(const SceneSegment& segment,
                                                           const std::vector<Probe>& probes) {
  std::vector<std::pair<std::uint64_t, const Probe*>> counted;
  for (const Probe& probe : probes) {
    const std::uint64_t entries = segment.countAtMost(probe.hash);
    if (entries > 0) counted.emplace_back(entries * probe.offsets.size(), &probe);
  }
  std::ranges::stable_sort(counted, {}, [](const auto& one) { return one.first; });
  if (counted.size() > kMostProbes) counted.resize(kMostProbes);
  return counted;
}

}  // namespace

std::vector<VotedScene> votedScenesIn(const SceneSegment& segment, std::uint32_t needle, Size size,
                                      const std::vector<Probe>& probes, const Control& control) {
  using Position = std::tuple<std::uint64_t, std::int64_t, std::int64_t>;  // picture, x, y
  std::vector<Position> positions;
  std::uint64_t looked = 0;
  for (const auto& [count, probe] : rarest(segment, probes)) {
    looked += count;
    if (looked > kMostPositions) break;
    forPositions(
        segment, probe->hash, control,
        [&](std::uint64_t scene, const StoredScene& stored, std::uint64_t, std::uint64_t inside) {
          const auto at = static_cast<std::int64_t>(inside);
          const std::int64_t width = std::max<std::uint32_t>(stored.width, 1);
          for (const Probe::Offset& offset : probe->offsets) {
            const std::int64_t x = at % width - offset.x;
            const std::int64_t y = at / width - offset.y;
            if (fits(x, y, size, stored)) positions.emplace_back(scene, x, y);
          }
        });
  }
  std::ranges::sort(positions);
  std::vector<std::pair<std::uint64_t, Spot>> spots;  // of one picture, with their votes
  std::vector<VotedScene> scenes;
  for (std::size_t first = 0; first < positions.size();) {
    std::size_t end = first + 1;
    while (end < positions.size() && positions[end] == positions[first]) ++end;
    const auto& [scene, x, y] = positions[first];
    spots.push_back({end - first, {needle, x, y}});
    const bool last = end == positions.size() || std::get<0>(positions[end]) != scene;
    first = end;
    if (!last) continue;
    std::ranges::stable_sort(spots, std::greater<>(), [](const auto& one) { return one.first; });
    if (spots.size() > kMostSpots) spots.resize(kMostSpots);
    VotedScene& voted = scenes.emplace_back();
    voted.votes = spots.front().first;
    voted.candidate.scene = scene;
    for (const auto& spot : spots) voted.candidate.spots.push_back(spot.second);
    spots.clear();
  }
  return scenes;
}

std::vector<Match> scoredMatchesAt(const std::vector<Spot>& spots, const ImageView& picture,
                                   std::span<const Needle> needles, double minScore,
                                   const Control& control) {
  // Of a crop with two more pixels at each side the inner 3 x 3 scores have all their neighbours.
  constexpr std::int64_t kMargin = 2;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Match> found;
  for (const Spot& spot : spots) {
    control.check();
    const Size size = needles[spot.needle].picture.size();
    const std::int64_t left = std::max<std::int64_t>(0, spot.x - kMargin);
    const std::int64_t top = std::max<std::int64_t>(0, spot.y - kMargin);
    const std::int64_t right = std::min(picture.width(), spot.x + size.width + kMargin);
    const std::int64_t bottom = std::min(picture.height(), spot.y + size.height + kMargin);
    const ImageView crop = picture.crop(left, top, {right - left, bottom - top});
    const Finding near =
        find(crop, needles.subspan(spot.needle, 1), scoredOptions(minScore, control));
    for (Match match : near.matches) {
      match.needle = spot.needle;
      match.x += static_cast<std::uint32_t>(left);
      match.y += static_cast<std::uint32_t>(top);
      const bool inner = std::abs(static_cast<std::int64_t>(match.x) - spot.x) < kMargin &&
                         std::abs(static_cast<std::int64_t>(match.y) - spot.y) < kMargin;
      if (inner) found.try_emplace({match.needle, match.x, match.y}, match);
    }
  }
  std::vector<Match> matches;
  for (const auto& [place, match] : found) matches.push_back(match);
  return selected(std::move(matches));
}

std::vector<Match> scoredMatchesIn(const ImageView& picture, std::span<const Needle> needles,
                                   double minScore, const Control& control) {
  return selected(find(picture, needles, scoredOptions(minScore, control)).matches);
}

}  // namespace espy::index
