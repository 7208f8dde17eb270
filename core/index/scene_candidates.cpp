// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_candidates.h"

#include <algorithm>

namespace espy::index {
namespace {

/// Probes looked up at most.
constexpr std::size_t kMostProbes = 16;
/// Positions held in memory; above, pictures are searched whole.
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 20;
/// Pictures with more positions than this are searched whole.
constexpr std::size_t kMostSpots = 4096;
/// Further probes are looked up as long as more pictures than this are left; opening a picture
/// takes as long as reading some hundred pages.
constexpr std::size_t kFewScenes = 2;

/// A probe, and how often the segment has its hash.
struct Counted {
  const Probe* probe = nullptr;
  std::uint64_t entries = 0;

  std::uint64_t positions() const { return entries * probe->offsets.size(); }
};

/// A position of a needle, and its picture's.
struct Candidate {
  std::uint64_t scene = 0;
  std::uint64_t start = 0;
  std::int64_t width = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;

  auto operator<=>(const Candidate&) const = default;
};

/// The least frequent first; empty if some hash is not in the segment, so that the needle is in
/// none of its pictures.
std::vector<Counted> countProbes(const SceneSegment& segment, const std::vector<Probe>& probes) {
  std::vector<Counted> counted;
  for (const Probe& probe : probes) {
    if (counted.size() == kMostProbes) break;
    counted.push_back({&probe, segment.countAtMost(probe.hash)});
    if (counted.back().entries == 0) return {};
  }
  std::ranges::stable_sort(counted, {}, &Counted::positions);
  return counted;
}

std::vector<Candidate> positionsBy(const SceneSegment& segment, const Probe& probe, Size needle,
                                   const Control& control) {
  std::vector<Candidate> all;
  forPositions(segment, probe.hash, control,
               [&](std::uint64_t scene, const StoredScene& stored, std::uint64_t start,
                   std::uint64_t inside) {
                 const std::int64_t width = std::max<std::uint32_t>(stored.width, 1);
                 for (const Probe::Offset& offset : probe.offsets) {
                   const auto at = static_cast<std::int64_t>(inside);
                   const std::int64_t x = at % width - offset.x;
                   const std::int64_t y = at / width - offset.y;
                   if (fits(x, y, needle, stored)) all.push_back({scene, start, width, x, y});
                 }
               });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::size_t scenesOf(const std::vector<Candidate>& all) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].scene != all[i - 1].scene) ++count;
  }
  return count;
}

/// Drops positions at which the index has no block of the probe.
void filterBy(const SceneSegment& segment, const Probe& probe, const Control& control,
              std::vector<Candidate>& all) {
  std::vector<std::uint64_t> there;
  segment.positionsOf(probe.hash, [&](std::span<const std::uint64_t> positions) {
    control.check();
    there.insert(there.end(), positions.begin(), positions.end());
    return true;
  });
  std::erase_if(all, [&](const Candidate& one) {
    return std::ranges::none_of(probe.offsets, [&](const Probe::Offset& offset) {
      const std::int64_t inside = (one.y + offset.y) * one.width + one.x + offset.x;
      return std::ranges::binary_search(there, one.start + static_cast<std::uint64_t>(inside));
    });
  });
}

std::vector<CandidateScene> byScene(const std::vector<Candidate>& all, std::uint32_t needle) {
  std::vector<CandidateScene> scenes;
  for (const Candidate& one : all) {
    if (scenes.empty() || scenes.back().scene != one.scene) scenes.push_back({one.scene, {}, {}});
    CandidateScene& last = scenes.back();
    if (last.whole) continue;
    last.spots.push_back({needle, one.x, one.y});
    if (last.spots.size() <= kMostSpots) continue;
    last.whole = true;
    last.spots = {};
  }
  return scenes;
}

/// For hashes that are frequent, as of flat areas: the pictures that have some of each.
std::vector<CandidateScene> wholeScenes(const SceneSegment& segment, Size needle,
                                        std::span<const Counted> probes, const Control& control) {
  std::vector<std::uint32_t> had(segment.scenes(), 0);
  std::uint32_t rounds = 0;
  for (const Counted& counted : probes) {
    forPositions(segment, counted.probe->hash, control,
                 [&](std::uint64_t scene, const StoredScene& stored, std::uint64_t, std::uint64_t) {
                   if (had[scene] == rounds && fits(0, 0, needle, stored)) had[scene] = rounds + 1;
                 });
    ++rounds;
  }
  std::vector<CandidateScene> scenes;
  for (std::uint64_t i = 0; i < had.size(); ++i) {
    if (had[i] == rounds) scenes.push_back({i, true, {}});
  }
  return scenes;
}

}  // namespace

std::vector<CandidateScene> candidatesIn(const SceneSegment& segment, std::uint32_t needle,
                                         Size size, const std::vector<Probe>& probes,
                                         const Control& control) {
  constexpr std::size_t kWholeProbes = 3;
  const std::vector<Counted> counted = countProbes(segment, probes);
  if (counted.empty()) return {};
  if (counted.front().positions() > kMostPositions) {
    return wholeScenes(segment, size,
                       std::span(counted).first(std::min(counted.size(), kWholeProbes)), control);
  }
  std::vector<Candidate> all = positionsBy(segment, *counted.front().probe, size, control);
  for (const Counted& next : std::span(counted).subspan(1)) {
    if (next.entries > kMostPositions || scenesOf(all) <= kFewScenes) break;
    filterBy(segment, *next.probe, control, all);
  }
  return byScene(all, needle);
}

}  // namespace espy::index
