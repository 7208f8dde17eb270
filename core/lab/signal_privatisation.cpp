// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <omp.h>

#include "base/parallel.h"
#include "lab/signal_loops.h"
#include "lab/signal_strategies.h"

namespace espy::lab {

void Chunks::set() const {
  omp_set_schedule(dynamic ? omp_sched_dynamic : omp_sched_static, dynamic ? size : 0);
}

template <class Value>
SignalMatches<Value> searchPrivately(const SignalTask<Value>& task, const Chunks& chunks,
                                     const Control& control, Timeline& timeline) {
  const std::int64_t places = task.places();
  const int threads = threadsFor(control);
  requireThreads(threads);
  chunks.set();
  StopPoll poll(control, task.length);
  SignalMatches<Value> best;
  for (std::int64_t q = 0; q < task.count(); ++q) {
    const Value* query = task.query(q).data();
    SignalMatches<Value> own(static_cast<std::size_t>(threads));  // minima per thread
    {
      const StageTimer timer(timeline, "sums");
#pragma omp parallel num_threads(threads)
      {
        SignalMatch<Value> least;
#pragma omp for schedule(runtime)
        for (std::int64_t at = 0; at < places; ++at) {
          if (poll.stopped(at)) continue;
          const SignalMatch<Value> here{at, sadAt(task.data.data() + at, query, task.length)};
          if (isBetter(here, least)) least = here;
        }
        own[omp_get_thread_num()] = least;
      }
    }
    control.check();
    const StageTimer timer(timeline, "minimum");
    best.push_back(*std::min_element(own.begin(), own.end(), isBetter<Value>));
  }
  return best;
}

template SignalMatches<std::int32_t> searchPrivately(const SignalTask<std::int32_t>&, const Chunks&,
                                                     const Control&, Timeline&);
template SignalMatches<float> searchPrivately(const SignalTask<float>&, const Chunks&,
                                              const Control&, Timeline&);

}  // namespace espy::lab
