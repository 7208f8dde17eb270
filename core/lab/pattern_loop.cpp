// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Plain loop: one thread, one pixel at a time, like a first version in C.
#include "espy/timeline.h"
#include "lab/pattern_rows.h"
#include "lab/pattern_screen.h"

namespace espy::lab::pattern {
namespace {

void flagMembers(PatternTask task, MutableImageView flags, const Control& control) {
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x < flags.width(); ++x) {
      if (*flags.pixel(x, y) != kFlagBase) continue;
      flagWindow(x, task.needle.width(), y, y + task.needle.height(), flags);
    }
  }
}

Answer screenByLoop(const PatternTask& task, const Control& control, Timeline& timeline) {
  const StageTimer timer(timeline, "screen");
  Answer answer;
  answer.engine = "loop";
  answer.marked = Image::forOverwrite(task.scene.size(), task.scene.format());
  for (std::int64_t y = 0; y < task.scene.height(); ++y) {
    control.check();
    screenRow(task, y, answer.marked.pixels());
  }
  return answer;
}

}  // namespace

Answer findByLoop(const PatternTask& task, const Control& control, Timeline& timeline) {
  if (task.screening) return screenByLoop(task, control, timeline);
  Answer answer;
  answer.engine = "loop";
  {
    const StageTimer timer(timeline, "pass 1");
    answer.flags = Image(task.scene.size(), {1, Depth::u8});
    for (std::int64_t y = 0; y + task.needle.height() <= task.scene.height(); ++y) {
      control.check();
      flagBasesOfRow(task, y, answer.flags.pixels());
    }
  }
  {
    const StageTimer timer(timeline, "pass 2");
    flagMembers(task, answer.flags.pixels(), control);
  }
  const StageTimer timer(timeline, "pass 3");
  answer.marked = Image::forOverwrite(task.scene.size(), task.scene.format());
  for (std::int64_t y = 0; y < task.scene.height(); ++y) {
    control.check();
    markRow(task, answer.flags, y, answer.marked.pixels());
  }
  return answer;
}

}  // namespace espy::lab::pattern
