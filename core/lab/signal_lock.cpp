// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"
#include "lab/signal_loops.h"
#include "lab/signal_strategies.h"

namespace espy::lab {

template <class Value>
SignalMatches<Value> searchWithLock(const SignalTask<Value>& task, const Chunks& chunks,
                                    const Control& control, Timeline& timeline) {
  const std::int64_t places = task.places();
  const int threads = threadsFor(control);
  requireThreads(threads);
  chunks.set();
  StopPoll poll(control, task.length);
  SignalMatches<Value> best;
  const StageTimer timer(timeline, "sums");  // includes the minimum
  for (std::int64_t q = 0; q < task.count(); ++q) {
    const Value* query = task.query(q).data();
    SignalMatch<Value> shared{0, sadAt(task.data.data(), query, task.length)};
#pragma omp parallel for num_threads(threads) schedule(runtime)
    for (std::int64_t at = 1; at < places; ++at) {
      if (poll.stopped(at)) continue;
      const SignalMatch<Value> here{at, sadAt(task.data.data() + at, query, task.length)};
      Value least;
      if (chunks.dynamic) {
#pragma omp flush  // as in the paper; the read is atomic besides, or it would be a data race
      }
#pragma omp atomic read
      least = shared.distance;
      if (here.distance > least)
        continue;  // unlocked check; equal sums pass, since an earlier start wins
#pragma omp critical(espy_signal_minimum)
      if (isBetter(here, shared)) {
        shared.start = here.start;
#pragma omp atomic write
        shared.distance = here.distance;
      }
    }
    control.check();
    best.push_back(shared);
  }
  return best;
}

template SignalMatches<std::int32_t> searchWithLock(const SignalTask<std::int32_t>&, const Chunks&,
                                                    const Control&, Timeline&);
template SignalMatches<float> searchWithLock(const SignalTask<float>&, const Chunks&,
                                             const Control&, Timeline&);

}  // namespace espy::lab
