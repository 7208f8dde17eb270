// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <optional>
#include <utility>

#include "base/json.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "base/rising.h"
#include "base/within_memory.h"
#include "contour/find_outlines.h"
#include "contour/outline_search.h"
#include "espy/engine/denoise.h"
#include "espy/engine/judge.h"
#include "exact/find_exact.h"
#include "find/check.h"
#include "find/json.h"
#include "pose/find_posed.h"
#include "pose/grid.h"
#include "pose/select.h"
#include "pose/warp_needle.h"
#include "score/fast.h"
#include "score/find_scored.h"

namespace espy {
namespace {

/// Exact search with quarter turns and mirroring: each pose is a needle of its own.
Finding findExactPoses(const Registry& registry, const Scene& scene,
                       std::span<const Needle> needles, const FindOptions& options) {
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
    // Refuses invalid needles.
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
  // Matches are sorted, so a prefix usually suffices for the best after selection.
  std::optional<std::uint64_t> most = select.top;
  if (most && select.overlap < 1) most = kMany + 16 * std::min(kMost, *most);
  for (;;) {
    FindOptions asked = options;
    asked.select = {1, false, most};
    Finding finding = exact::findExact(registry, scene, all, asked);
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
      for (const std::size_t i : pose::keptOf(finding.matches, select, options.control)) {
        kept.push_back(finding.matches[i]);
      }
      finding.matches = std::move(kept);
    }
    if (!most || found < *most || finding.matches.size() >= *select.top) return finding;
    *most *= 16;
  }
}

/// Drops matches that the judge rejects.
void keepJudged(const Registry& registry, const Scene& scene, const Needle& needle,
                const FindOptions& options, const Control& control, Finding& finding) {
  const Judge& judge = *options.judge;
  const StageTimer timer(finding.report.timeline, "judge");
  const std::string& by = finding.report.engine;
  const Message refusal = registry.refusal<RateSamples>(by);
  const bool able = refusal.empty();
  // A regression needs no engine.
  if (!able && judge.by == Judge::By::network) finding.judgedElsewhere = refusal;
  const std::vector<double> all = judgeMatches(registry, able ? by : kAllCores, judge, needle,
                                               *scene.view(), finding.matches, control);
  const double threshold = judge.threshold(options.judgeRecall);
  std::size_t to = 0;
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (all[m] < threshold) continue;
    finding.judged.push_back(all[m]);
    if (!finding.outlines.empty()) {
      std::swap(finding.outlines[to], finding.outlines[m]);
      std::swap(finding.bends[to], finding.bends[m]);
      finding.seen[to] = finding.seen[m];
    }
    finding.matches[to++] = finding.matches[m];
  }
  finding.matches.resize(to);
  if (finding.outlines.empty()) return;
  finding.outlines.resize(to);
  finding.bends.resize(to);
  finding.seen.resize(to);
}

/// Sub-pixel position from the pose.
SubPixel placeOfPose(const Match& match, Size scene, const PoseOptions& pose) {
  const bool hangsOver = pose.visible < 1 && (match.x == 0 || match.y == 0 ||
                                              std::int64_t{match.x} + match.width == scene.width ||
                                              std::int64_t{match.y} + match.height == scene.height);
  // A cropped box: its corner.
  if (hangsOver) return {static_cast<double>(match.x), static_cast<double>(match.y)};
  const SubPixel centre = outlineOf(match).centre;
  return {centre.x - match.width / 2.0, centre.y - match.height / 2.0};
}

void refineAll(const ImageView& picture, std::span<const Needle> needles,
               const FindOptions& options, const Control& control, Finding& finding) {
  const StageTimer timer(finding.report.timeline, "refine");
  if (options.pose.isAsked()) {
    for (const Match& match : finding.matches) {
      finding.between.push_back(placeOfPose(match, picture.size(), options.pose));
    }
    if (finding.best)
      finding.bestBetween = placeOfPose(*finding.best, picture.size(), options.pose);
    return;
  }
  const ScoreOptions score = scoreOptionsOf(options);
  finding.between = refined(picture, needles, finding.matches, score, control);
  if (finding.best) finding.bestBetween = refined(picture, needles, *finding.best, score);
}

/// Dispatches by method.
Finding search(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
               const FindOptions& options) {
  if (options.method == Method::outline) {
    return contour::findOutlines(registry, scene, needles, options);
  }
  const bool poses = options.pose.isAsked();
  if (!options.scored()) {
    return poses ? findExactPoses(registry, scene, needles, options)
                 : exact::findExact(registry, scene, needles, options);
  }
  return poses ? pose::findPosed(registry, scene, needles, options)
               : score::findScored(registry, scene, needles, options);
}

/// Finds the nearest position with the complete search, since coarse-to-fine search may miss it.
void findNearestPose(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                     FindOptions options, Finding& finding) {
  constexpr double kNoScore = 2;  // unreachable
  options.minScore = kNoScore;
  options.wantBest = true;
  options.pose.search = PoseSearch::complete;
  Finding nearest = pose::findPosed(registry, scene, needles, options);
  finding.best = nearest.best;
  finding.report.timeline.add(nearest.report.timeline);
  alsoSay(finding.report.strategy, nearest.report.strategy);
}

/// Filters scene and needles, then searches.
Finding findDenoised(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                     const FindOptions& options) {
  const ImageView* picture = scene.view();
  if (picture == nullptr) {
    throw Error(ErrorCode::badUse,
                phrase("a picture that only engine {} holds cannot be denoised before the search",
                       scene.kept()->engine()));
  }
  DenoiseOptions denoising{.strength = options.denoise, .engine = options.engine};
  denoising.control = options.control;
  denoising.control.progress = nullptr;
  Timeline timeline;
  std::vector<Image> images;
  std::vector<Needle> filtered(needles.begin(), needles.end());
  {
    const StageTimer timer(timeline, "denoise needles");
    for (Needle& needle : filtered) {
      if (needle.picture.empty()) continue;  // the search refuses it
      images.push_back(denoise(registry, needle.picture, denoising).image);
      needle.picture = images.back();
    }
  }
  Image clean;
  {
    const StageTimer timer(timeline, "denoise scene");
    clean = denoise(registry, *picture, denoising).image;
  }
  FindOptions searching = options;
  searching.denoise = 0;
  Finding finding = find(registry, clean, filtered, searching);
  timeline.add(finding.report.timeline);
  finding.report.timeline = std::move(timeline);
  return finding;
}

}  // namespace

Finding find(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
             const FindOptions& given) try {
  if (given.denoise != 0) return findDenoised(registry, scene, needles, given);
  FindOptions options = given;
  options.control = rising(given.control);  // searches for the nearest position begin anew
  const bool nearestPose = options.nearest && options.scored() &&
                           options.method != Method::outline && options.pose.isAsked() &&
                           options.pose.search == PoseSearch::fast &&
                           options.select.top.value_or(1) > 0;
  Finding finding;
  if (nearestPose && options.wantBest) {
    FindOptions fast = options;
    fast.wantBest = false;
    finding = search(registry, scene, needles, fast);
  } else {
    finding = search(registry, scene, needles, options);
  }
  if (nearestPose && finding.matches.empty()) {
    findNearestPose(registry, scene, needles, options, finding);
  }
  if (options.nearest && finding.matches.empty() && finding.best) {
    finding.matches.push_back(*finding.best);
  }
  if (options.judge == nullptr && !options.subPixel) return finding;
  if (scene.view() == nullptr) {
    throw Error(ErrorCode::badUse,
                phrase("only engine {} holds the pixels of this picture", finding.report.engine));
  }
  Control quiet = options.control;
  quiet.progress = nullptr;
  if (options.judge != nullptr) {
    keepJudged(registry, scene, needles.front(), options, quiet, finding);
  }
  if (options.subPixel) refineAll(*scene.view(), needles, options, quiet, finding);
  return finding;
} catch (const std::bad_alloc&) {
  throw Error(ErrorCode::tooLarge, phrase("not enough memory"));
}

void check(const Needle& needle, PixelFormat scene, const FindOptions& options) {
  withinMemory([&] {
    constexpr Size kAnySize{1, 1};
    if (options.method == Method::outline) {
      contour::checkOutlines({&needle, 1}, options);
      contour::wantedOutlines({&needle, 1}, options.bend, false, options.control);
      return;
    }
    if (options.scored()) {
      score::checkScored(kAnySize, scene, {&needle, 1}, scoreOptionsOf(options), {});
    } else {
      finders::checkRequest(kAnySize, {&needle, 1});
    }
    if (options.pose.isAsked()) {
      pose::gridFor(needle, options.pose, options.scored() && options.weighted);
    }
  });
}

void writeJson(const std::string& image, std::span<const std::string> names, Size size,
               const FindOptions& options, const Finding& finding,
               const std::function<void(std::string_view)>& write) {
  withinMemory([&] {
    std::vector<std::string> needles;
    for (const std::string& name : names) needles.push_back(jsonString(name));
    const bool hasDistance = options.hasDistance();

    std::string part =
        fmt::format("{{\"image\":{},\"width\":{},\"height\":{},\"engine\":{},\"method\":{},",
                    jsonString(image), size.width, size.height, jsonString(finding.report.engine),
                    jsonString(methodName(options.method)));
    if (options.denoise != 0) part += fmt::format("\"denoise\":{},", jsonNumber(options.denoise));
    part += "\"matches\":[";
    for (std::size_t i = 0; i < finding.matches.size(); ++i) {
      const Match& match = finding.matches[i];
      if (i > 0) part += ',';
      part += jsonMatch(match, needles[match.needle], hasDistance,
                        finding.between.empty() ? nullptr : &finding.between[i],
                        finding.judged.empty() ? nullptr : &finding.judged[i]);
      if (!finding.outlines.empty()) {
        part.pop_back();
        part += jsonOutline(finding, i);
      }
      constexpr std::size_t kPart = 1 << 16;
      if (part.size() < kPart) continue;
      write(part);
      part.clear();
    }
    part += ']';
    if (const std::optional<Match>& best = finding.best; best) {
      part += ",\"best\":";
      part += jsonMatch(*best, needles[best->needle], hasDistance,
                        finding.bestBetween ? &*finding.bestBetween : nullptr);
    }
    write(part);
  });
}

}  // namespace espy
