// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "find/check.h"
#include "pose/grid.h"
#include "pose/select.h"
#include "pose/warp_needle.h"
#include "score/fast.h"

namespace espy {
namespace {

/// Exact search of needles that are turned by quarters and mirrored: each of them is a needle.
Finding findExactPoses(const Registry& registry, std::string_view engine, const Scene& scene,
                       std::span<const Needle> needles, const SearchOptions& options,
                       const Control& control) {
  constexpr std::uint64_t kMany = 4096;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  checkPoses(options.method, options.pose);
  struct Origin {
    std::uint32_t needle;
    GridPose pose;
  };
  std::vector<pose::WarpedNeedle> warped;
  std::vector<Origin> origins;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    // Which refuses a needle that makes no sense, before it is looked into.
    const PoseGrid grid = pose::gridFor(needles[n], options.pose, false);
    const pose::NeedleWarper warper(needles[n], false);
    for (const GridPose& pose : grid.poses) {
      warped.push_back(warper.warp(pose));
      origins.push_back({n, pose});
    }
  }
  std::vector<Needle> all;
  all.reserve(warped.size());
  for (const pose::WarpedNeedle& needle : warped) all.push_back(needle.needle());
  const SelectOptions& select = options.select;
  // Of matches, which are in order, the first few are mostly enough for the best ones.
  std::optional<std::uint64_t> most = select.top;
  if (most && select.overlap < 1) most = kMany + 16 * std::min(kMost, *most);
  for (;;) {
    Finding finding =
        findExact(registry, engine, scene, all, options.forExact(), {1, false, most}, control);
    const std::size_t found = finding.matches.size();
    for (Match& match : finding.matches) {
      const Origin& origin = origins[match.needle];
      const Size own = needles[origin.needle].picture.size();
      match.needle = origin.needle;
      match.angle =
          static_cast<float>(static_cast<double>(origin.pose.angle) / picture::Turn::kOne);
      match.mirrored = origin.pose.mirrored;
      match.needleWidth = static_cast<std::uint32_t>(own.width);
      match.needleHeight = static_cast<std::uint32_t>(own.height);
    }
    if (select.overlap < 1 || select.top) {
      std::vector<Match> kept;
      for (const std::size_t i : pose::keptOf(finding.matches, select, control)) {
        kept.push_back(finding.matches[i]);
      }
      finding.matches = std::move(kept);
    }
    if (!most || found < *most || finding.matches.size() >= *select.top) return finding;
    *most *= 16;
  }
}

}  // namespace

Finding search(const Registry& registry, std::string_view engine, const Scene& scene,
               std::span<const Needle> needles, const SearchOptions& options,
               const Control& control) {
  if (options.scored()) {
    if (options.pose.isAsked()) {
      return findPosed(registry, engine, scene, needles, options.forScored(), options.pose,
                       options.select, control);
    }
    return findScored(registry, engine, scene, needles, options.forScored(), options.select,
                      control);
  }
  if (options.pose.isAsked()) {
    return findExactPoses(registry, engine, scene, needles, options, control);
  }
  return findExact(registry, engine, scene, needles, options.forExact(), options.select, control);
}

void check(const Needle& needle, PixelFormat scene, const SearchOptions& options) {
  constexpr Size kAnySize{1, 1};
  if (options.scored()) {
    score::checkScored(kAnySize, scene, {&needle, 1}, options.forScored(), {});
  } else {
    find::checkRequest(kAnySize, {&needle, 1});
  }
  if (options.pose.isAsked()) {
    pose::gridFor(needle, options.pose, options.scored() && options.weighted);
  }
}

}  // namespace espy
