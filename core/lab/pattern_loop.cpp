// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The plain loop: one thread, one pixel after the other, as one would first write it in C.
#include "espy/timeline.h"
#include "lab/pattern_pixel.h"

namespace espy::lab::pattern {
namespace {

void flagBases(const Task& task, const MutableImageView& flags, const Control& control) {
  for (std::int64_t y = 0; y + task.needle.height() <= task.scene.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x + task.needle.width() <= task.scene.width(); ++x) {
      if (liesAt(task, x, y)) *flags.pixel(x, y) = kFlagBase;
    }
  }
}

void flagMembers(const Task& task, const MutableImageView& flags, const Control& control) {
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x < flags.width(); ++x) {
      if (*flags.pixel(x, y) != kFlagBase) continue;
      for (std::int64_t v = 0; v < task.needle.height(); ++v) {
        for (std::int64_t u = 0; u < task.needle.width(); ++u) {
          std::uint8_t& flag = *flags.pixel(x + u, y + v);
          if (flag == kFlagNothing) flag = kFlagInside;
        }
      }
    }
  }
}

void mark(const Task& task, const ImageView& flags, const MutableImageView& marked,
          const Control& control) {
  for (std::int64_t y = 0; y < marked.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x < marked.width(); ++x) markPixel(task, flags, x, y, marked);
  }
}

}  // namespace

Answer findByLoop(const Task& task, const Control& control) {
  Timeline spare;
  Timeline& timeline = control.timeline != nullptr ? *control.timeline : spare;
  Answer answer;
  answer.engine = "loop";
  {
    const StageTimer timer(timeline, "pass 1");
    answer.flags = Image(task.scene.size(), {1, Depth::u8});
    flagBases(task, answer.flags.pixels(), control);
  }
  {
    const StageTimer timer(timeline, "pass 2");
    flagMembers(task, answer.flags.pixels(), control);
  }
  const StageTimer timer(timeline, "pass 3");
  answer.marked = Image::forOverwrite(task.scene.size(), task.scene.format());
  mark(task, answer.flags, answer.marked.pixels(), control);
  return answer;
}

}  // namespace espy::lab::pattern
