// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Plain loop with rows divided among threads. Each pass reads the previous pass's output and writes
// rows of its own, so no synchronisation is needed.
#include <cstring>

#include "base/parallel.h"
#include "espy/timeline.h"
#include "lab/pattern_rows.h"
#include "lab/pattern_screen.h"

namespace espy::lab::pattern {
namespace {

/// Exceptions must not leave an OpenMP loop: after a stop the remaining rows are skipped, and
/// check() throws.
void flagBases(const PatternTask& task, const MutableImageView& bases, int threads,
               const Control& control) {
  const std::int64_t rows = task.scene.height() - task.needle.height() + 1;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t y = 0; y < rows; ++y) {
    if (!control.stopping()) flagBasesOfRow(task, y, bases);
  }
  control.check();
}

/// Flags rows first..end-1 of the windows that start at bases.
void flagMembersOf(PatternTask task, ImageView bases, std::int64_t first, std::int64_t end,
                   MutableImageView flags, const Control& control) {
  for (std::int64_t y = first; y < end; ++y) {
    std::memcpy(flags.row(y), bases.row(y), static_cast<std::size_t>(flags.width()));
  }
  const std::int64_t height = task.needle.height();
  for (std::int64_t y = std::max<std::int64_t>(first - height + 1, 0); y < end; ++y) {
    if (control.stopping()) return;
    for (std::int64_t x = 0; x < flags.width(); ++x) {
      if (*bases.pixel(x, y) != kFlagBase) continue;
      flagWindow(x, task.needle.width(), std::max(y, first), std::min(y + height, end), flags);
    }
  }
}

/// Windows extend below their base, so each thread takes a band of rows and also reads the bases
/// above it. Bases and flags are separate planes.
void flagMembers(const PatternTask& task, const ImageView& bases, const MutableImageView& flags,
                 int threads, const Control& control) {
  const std::int64_t height = flags.height();
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int band = 0; band < threads; ++band) {
    flagMembersOf(task, bases, height * band / threads, height * (band + 1) / threads, flags,
                  control);
  }
  control.check();
}

void mark(const PatternTask& task, const ImageView& flags, const MutableImageView& marked,
          int threads, const Control& control) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t y = 0; y < marked.height(); ++y) {
    if (!control.stopping()) markRow(task, flags, y, marked);
  }
  control.check();
}

Answer screen(const PatternTask& task, int threads, const Control& control, Timeline& timeline) {
  const StageTimer timer(timeline, "screen");
  Answer answer;
  answer.engine = "loop";
  answer.marked = Image::forOverwrite(task.scene.size(), task.scene.format());
  const MutableImageView marked = answer.marked.pixels();
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t y = 0; y < marked.height(); ++y) {
    if (!control.stopping()) screenRow(task, y, marked);
  }
  control.check();
  return answer;
}

}  // namespace

Answer findByOpenMp(const PatternTask& task, const Control& control, Timeline& timeline) {
  const int threads = threadsFor(control);
  requireThreads(threads);
  if (task.screening) return screen(task, threads, control, timeline);
  Answer answer;
  answer.engine = "loop";
  Image bases;
  {
    const StageTimer timer(timeline, "pass 1");
    bases = Image(task.scene.size(), {1, Depth::u8});
    flagBases(task, bases.pixels(), threads, control);
  }
  {
    const StageTimer timer(timeline, "pass 2");
    answer.flags = Image::forOverwrite(task.scene.size(), {1, Depth::u8});
    flagMembers(task, bases, answer.flags.pixels(), threads, control);
  }
  const StageTimer timer(timeline, "pass 3");
  answer.marked = Image::forOverwrite(task.scene.size(), task.scene.format());
  mark(task, answer.flags, answer.marked.pixels(), threads, control);
  return answer;
}

}  // namespace espy::lab::pattern
