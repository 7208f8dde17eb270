// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Runs Espy's own engine, exactly the requested one.
#include "base/phrase.h"
#include "espy/engine/exact.h"
#include "espy/engine/scene.h"
#include "espy/timeline.h"
#include "lab/pattern_task.h"

namespace espy::lab::pattern {
namespace {

/// Uploads the scene once; searches and marks it on the device.
Answer findWhereItIs(const PatternTask& task, const Registry& registry, const std::string& engine,
                     const Control& control, Timeline& timeline) {
  const std::unique_ptr<KeptPicture> kept =
      registry.get<KeepPicture>(engine)(task.scene, control, timeline);
  const Needle needle{task.needle, {}};
  Finding finding = find(registry, *kept, {&needle, 1}, {.engine = engine, .control = control});
  timeline.add(finding.report.timeline);
  Answer answer;
  answer.marked =
      registry.get<MarkPicture>(engine)(*kept, finding.matches, task.marks, control, timeline);
  answer.engine = finding.report.engine;
  answer.matches = std::move(finding.matches);
  return answer;
}

Answer screenByColour(const PatternTask& task, const Registry& registry, const std::string& engine,
                      const Control& control, Timeline& timeline) {
  const Image flags =
      screened(registry, engine, task.scene, task.screening->shape, 0, control, timeline);
  Answer answer;
  answer.engine = engine;
  answer.marked = markedCopy(registry, engine, task.scene, flags, task.marks, control, timeline);
  return answer;
}

}  // namespace

Answer findByEngine(const PatternTask& task, const Registry& registry, const std::string& engine,
                    const Control& control, Timeline& timeline) {
  if (task.screening) return screenByColour(task, registry, engine, control, timeline);
  if (registry.has<KeepPicture>(engine) && registry.has<MarkPicture>(engine)) {
    return findWhereItIs(task, registry, engine, control, timeline);
  }
  const Needle needle{task.needle, {}};
  Finding finding =
      find(registry, task.scene, {&needle, 1}, {.engine = engine, .control = control});
  timeline.add(finding.report.timeline);
  Answer answer;
  answer.flags =
      flagPlane(registry, engine, task.scene.size(), finding.matches, 2, control, timeline);
  answer.marked =
      markedCopy(registry, engine, task.scene, answer.flags, task.marks, control, timeline);
  answer.engine = finding.report.engine;
  answer.matches = std::move(finding.matches);
  return answer;
}

Message refusalOf(const Registry& registry, const std::string& name, bool screening) {
  const Engine& engine = registry.engine(name);
  if (!engine.available)
    return engine.detail.empty() ? phrase("it is not available") : engine.detail;
  if (screening && !registry.has<ScreenColour>(name)) {
    return phrase("this engine has no screening");
  }
  if (!screening && !registry.has<FindExact>(name)) return phrase("this engine has no exact find");
  if (!screening && !registry.has<FlagMatches>(name)) {
    return phrase("this engine has no flag plane");
  }
  if (!registry.has<PaintMarks>(name)) return phrase("this engine has no marking");
  return {};
}

}  // namespace espy::lab::pattern
