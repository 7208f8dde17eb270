// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The plain loop with its rows shared among threads. Each pass reads what the pass before wrote and
// writes rows that no other thread writes, so nobody waits for anybody.
#include <cstring>

#include "base/parallel.h"
#include "espy/timeline.h"
#include "lab/pattern_rows.h"

namespace espy::lab::pattern {
namespace {

/// An exception must not leave the loop: after a stop the rows left over are passed by, and who
/// called throws.
void flagBases(const Task& task, const MutableImageView& bases, int threads,
               const Control& control) {
  const std::int64_t rows = task.scene.height() - task.needle.height() + 1;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t y = 0; y < rows; ++y) {
    if (!control.stopping()) flagBasesOfRow(task, y, bases);
  }
  control.check();
}

/// Flags what windows that begin at bases have of rows first..end-1.
void flagMembersOf(Task task, ImageView bases, std::int64_t first, std::int64_t end,
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

/// Windows reach into the rows below their base, so each thread takes a band of rows and also looks
/// for bases above it; what it reads, the bases, is another plane than what it writes.
void flagMembers(const Task& task, const ImageView& bases, const MutableImageView& flags,
                 int threads, const Control& control) {
  const std::int64_t height = flags.height();
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int band = 0; band < threads; ++band) {
    flagMembersOf(task, bases, height * band / threads, height * (band + 1) / threads, flags,
                  control);
  }
  control.check();
}

void mark(const Task& task, const ImageView& flags, const MutableImageView& marked, int threads,
          const Control& control) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t y = 0; y < marked.height(); ++y) {
    if (!control.stopping()) markRow(task, flags, y, marked);
  }
  control.check();
}

}  // namespace

Answer findByOpenMp(const Task& task, const Control& control, Timeline& timeline) {
  const int threads = threadsFor(control);
  requireThreads(threads);
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
