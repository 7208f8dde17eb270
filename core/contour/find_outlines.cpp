// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/find_outlines.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "contour/interval.h"
#include "contour/outline_search.h"
#include "espy/error.h"
#include "find/check.h"
#include "picture/host_picture.h"

namespace espy {
namespace contour {
namespace {

/// Intersection over union of two windows.
double overlapOf(const Match& a, const Match& b) {
  // Of two ranges, each a start and a length.
  const auto common = [](std::int64_t from, std::int64_t size, std::int64_t otherFrom,
                         std::int64_t otherSize) {
    const std::int64_t end = std::min(from + size, otherFrom + otherSize);
    return std::max<std::int64_t>(0, end - std::max(from, otherFrom));
  };
  const std::int64_t both =
      common(a.x, a.width, b.x, b.width) * common(a.y, a.height, b.y, b.height);
  const auto area = [](const Match& match) { return std::int64_t{match.width} * match.height; };
  return static_cast<double>(both) / static_cast<double>(area(a) + area(b) - both);
}

/// Moves those that overlap no better one too much to the finding.
void select(std::vector<OutlineMatch>&& candidates, const SelectOptions& options,
            Finding& finding) {
  for (OutlineMatch& candidate : candidates) {
    if (options.top && finding.matches.size() >= *options.top) return;
    const bool covered = std::ranges::any_of(finding.matches, [&](const Match& kept) {
      const bool rivals = options.across || kept.needle == candidate.match.needle;
      return rivals && options.overlap < 1 && overlapOf(kept, candidate.match) > options.overlap;
    });
    if (covered) continue;
    finding.matches.push_back(candidate.match);
    finding.outlines.push_back(std::move(candidate.points));
    finding.bends.push_back(std::move(candidate.bends));
    finding.seen.push_back(candidate.seen);
  }
}

Finding searched(const ImageView& scene, std::span<const Needle> needles,
                 const FindOptions& options, const FillTree& fill, int threads,
                 const Control& control, RunReport& report) {
  std::vector<WantedOutline> wanted;
  {
    const StageTimer timer(report.timeline, "prepare");
    wanted = wantedOutlines(needles, options.bend, options.pose.flip, control);
  }
  std::vector<OutlineMatch> candidates =
      searchOutlines(scene, wanted, options, fill, threads, control, report.timeline);
  Finding finding;
  if (!candidates.empty() && candidates.front().match.score < options.minScore) {
    if (options.wantBest || options.nearest) finding.best = candidates.front().match;
    if (!options.nearest) candidates.clear();
  }
  select(std::move(candidates), options.select, finding);
  return finding;
}

}  // namespace

void checkOutlines(std::span<const Needle> needles, const FindOptions& options) {
  const auto refuse = [](const Message& sentence) { throw Error(ErrorCode::badUse, sentence); };
  finders::checkRequest({1, 1}, needles);
  if (!(options.bend > 0 && options.bend <= 1)) {
    refuse(phrase("the bend must be more than 0 and at most 1"));
  }
  if (std::isnan(options.minScore)) refuse(phrase("the minimum score is not a number"));
  if (options.subPixel) refuse(phrase("outlines are between pixels already"));
  const PoseOptions& pose = options.pose;
  if (pose.polarity == Polarity::any || pose.visible != 1) {
    refuse(phrase("outlines may always be partly hidden, in any contrast"));
  }
  const auto isWithin = [](const PoseRange& range, double least, double most) {
    return least <= range.first && range.first <= range.last && range.last <= most;
  };
  if (!isWithin(pose.angle, -360, 360) || !isWithin(pose.scale, 0.01, 100)) {
    refuse(
        phrase("angles are from -360 to 360 degrees, scales from 0.01 to 100, the first no "
               "larger than the last"));
  }
}

Finding findOutlines(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                     const FindOptions& options) {
  finders::checkRequest(scene.size(), needles);
  checkOutlines(needles, options);
  const std::string engine = options.engine == "auto" ? kAllCores : options.engine;
  RunReport report;
  report.engine = engine;
  report.threads = registry.engine(engine).facts.oneThread ? 1 : allThreads(options.control);
  report.strategy = phrase("contours of the picture are compared with parts of the outline");
  if (options.engine == "auto") {
    report.choice = phrase("outlines are searched by the processor");
  }
  const FindOutlines::Function& find = registry.get<FindOutlines>(engine);
  Finding finding = find(hostView(scene), needles, options, options.control, report);
  finding.report = std::move(report);
  return finding;
}

}  // namespace contour

namespace {

template <class Number>
void addIntervals(Registry& registry) {
  registry.add<FillIntervals<Number>>(
      "reference", [](const IntervalTask<Number>& task, const Control& /*control*/) {
        return contour::fillByReference(task);
      });
  addOnProcessor<FillIntervals<Number>>(registry, [](const ProcessorEngine& engine) {
    return [engine](const IntervalTask<Number>& task, const Control& control) {
      return contour::fillFast(task, engine.threads(control), control);
    };
  });
}

/// One task after the other by the reference, or a task a thread.
template <class Number>
void addDivisions(Registry& registry) {
  using Task = IntervalTask<Number>;
  const auto divided = [](const Task& task, const IntervalTable<Number>& table) {
    return IntervalDivision<Number>{table.at(0, task.points() - 1), intervalSplits(task, table)};
  };
  registry.add<DivideIntervals<Number>>(
      "reference", [divided](std::span<const Task> tasks, const Control& control) {
        std::vector<IntervalDivision<Number>> divisions;
        for (const Task& task : tasks) {
          control.check();
          divisions.push_back(divided(task, contour::fillByReference(task)));
        }
        return divisions;
      });
  addOnProcessor<DivideIntervals<Number>>(registry, [divided](const ProcessorEngine& engine) {
    return [divided, engine](std::span<const Task> tasks, const Control& control) {
      std::vector<IntervalDivision<Number>> divisions(tasks.size());
      Control own;
      own.stop = control.stop;
      parallelFor(std::ssize(tasks), engine.threads(control), control,
                  [&](std::int64_t index, int /*thread*/) {
                    const auto at = static_cast<std::size_t>(index);
                    divisions[at] = divided(tasks[at], contour::fillFast(tasks[at], 1, own));
                  });
      return divisions;
    };
  });
}

}  // namespace

void addContour(Registry& registry) {
  addDivisions<float>(registry);
  addDivisions<std::int32_t>(registry);
  addIntervals<float>(registry);
  addIntervals<double>(registry);
  addIntervals<std::int32_t>(registry);
  addIntervals<std::uint16_t>(registry);
  registry.add<FindOutlines>(
      "reference", [](const ImageView& scene, const auto& needles, const auto& options,
                      const Control& control, RunReport& report) {
        return contour::searched(
            scene, needles, options,
            static_cast<void (*)(const contour::ShapeTree&, const contour::StepContour&,
                                 contour::TreeCosts&)>(contour::fillByReference),
            1, control, report);
      });
  addOnProcessor<FindOutlines>(registry, [](const ProcessorEngine& engine) {
    return [engine](const ImageView& scene, const auto& needles, const auto& options,
                    const Control& control, RunReport& report) {
      return contour::searched(
          scene, needles, options,
          static_cast<void (*)(const contour::ShapeTree&, const contour::StepContour&,
                               contour::TreeCosts&)>(contour::fillFast),
          engine.threads(control), control, report);
    };
  });
}

}  // namespace espy
