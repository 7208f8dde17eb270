// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tasks that the GPU supports, and data larger than its memory.
#include <algorithm>

#include "base/parallel.h"
#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/signal/engines.h"
#include "cuda/signal/motif_search.h"
#include "espy/error.h"
#include "signal/choose.h"
#include "signal/motif_fast.h"

namespace espy::cuda {
namespace {

/// Whether query and data have one channel each, without lag.
bool isOneChannel(const MotifTask& task) {
  return task.query.size() == 1 && task.data.size() == 1 && task.options.lag == 0;
}

/// Calls `search(from, count)` for parts of the data that overlap by `overlap` samples.
template <class Search>
void forEachPart(const MotifTask& task, std::int64_t samplesAtOnce, std::int64_t overlap,
                 const Search& search) {
  const std::int64_t samples = signal::dataLength(task);
  const std::int64_t atOnce = std::max(samplesAtOnce, 2 * overlap + 1);
  for (std::int64_t from = 0; from == 0 || from + overlap < samples; from += atOnce - overlap) {
    search(from, std::min(atOnce, samples - from));
  }
}

std::int64_t longest(const MotifTask& task) {
  return signal::lengthsOf(task).back();
}

}  // namespace

namespace motif {

std::vector<MotifMatch> findInOneChannel(const MotifTask& task, std::int64_t samplesAtOnce,
                                         const Control& control, RunReport& report,
                                         PartsOnGpu& onGpu) {
  const ChannelTask of(task, control);
  CandidateWindows candidates(task);
  SearchTally tally;
  {
    const GpuLease gpu(report.timeline);
    StageClock clock(gpu->stream(), report.timeline);
    const SampleScale scale = scaleFor(task, 0, of.levels.front());
    forEachPart(task, samplesAtOnce, longest(task) - 1, [&](std::int64_t from, std::int64_t count) {
      clock.begin("upload");
      const auto part = onGpu.part(task, 0, from, count, scale, gpu->stream(), control);
      searchPart(of, *part, *gpu, clock, control, candidates, tally);
      gpu->stream().wait();
    });
    clock.finish();
  }
  const StageTimer timer(report.timeline, "settle");
  const std::vector<BoundedWindow> left = candidates.left();
  report.strategy = phrase(
      "paths of {} of {} windows, the others pruned by bounds; {} recomputed in double precision",
      tally.warped, tally.windows, left.size());
  return matchesAmong(of, left, candidates.limit(), control);
}

std::vector<MotifMatch> findInChannels(const MotifTask& task, std::int64_t samplesAtOnce,
                                       const Control& control, RunReport& report,
                                       PartsOnGpu& onGpu) {
  const std::vector<signal::RowLevel> levels = signal::channelLevels(task, control);
  signal::BestSoFar best(task);
  SearchTally tally;
  Control quiet = control;
  quiet.progress = {};
  {
    const GpuLease gpu(report.timeline);
    StageClock clock(gpu->stream(), report.timeline);
    clock.begin("prepare");
    std::vector<SampleScale> scales(task.data.size());
    parallelFor(std::ssize(scales), threadsFor(control), quiet,
                [&](std::int64_t j, int) { scales[j] = scaleFor(task, j, levels[j]); });
    const std::int64_t overlap = longest(task) - 1 + 2 * task.options.lag;
    forEachPart(task, samplesAtOnce, overlap, [&](std::int64_t from, std::int64_t count) {
      clock.begin("upload");
      ChannelParts parts;
      for (std::int64_t j = 0; j < std::ssize(task.data); ++j) {
        parts.push_back(onGpu.part(task, j, from, count, scales[j], gpu->stream(), control));
      }
      searchChannelsPart(task, levels, parts, *gpu, clock, quiet, best, tally);
      gpu->stream().wait();
    });
    clock.finish();
  }
  report.strategy = phrase(
      "paths of {} of {} windows, the others pruned by bounds; {} positions recomputed in double "
      "precision",
      tally.warped, tally.windows, tally.settled);
  const StageTimer timer(report.timeline, "channels");
  return signal::matchesOf(task, levels, best, control);
}

}  // namespace motif

std::vector<MotifMatch> findMotifAgainOnGpu(const MotifTask& task, const Control& control,
                                            RunReport& report, std::shared_ptr<void>& kept) {
  const Message objection = signal::gpuRefusal(task);
  if (!objection.empty()) throw Error(ErrorCode::unsupported, objection);
  report.engine = currentEngine();
  report.threads = threadsFor(control);
  if (signal::lengthsOf(task).empty()) return {};
  if (!kept) kept = std::make_shared<motif::PartsOnGpu>();
  auto& onGpu = *static_cast<motif::PartsOnGpu*>(kept.get());
  const std::int64_t fits = onGpu.samplesThatFit() / std::ssize(task.data);
  return isOneChannel(task) ? motif::findInOneChannel(task, fits, control, report, onGpu)
                            : motif::findInChannels(task, fits, control, report, onGpu);
}

std::vector<MotifMatch> findMotifOnGpu(const MotifTask& task, const Control& control,
                                       RunReport& report) {
  std::shared_ptr<void> kept;
  return findMotifAgainOnGpu(task, control, report, kept);
}

}  // namespace espy::cuda
