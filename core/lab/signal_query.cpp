// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <omp.h>

#include "base/parallel.h"
#include "lab/signal_loops.h"
#include "lab/signal_strategies.h"

namespace espy::lab {

template <class Value>
SignalMatches<Value> searchByQuery(const SignalTask<Value>& task, const Control& control,
                                   Timeline& timeline) {
  const std::int64_t places = task.places();
  const std::int64_t count = task.count();
  const int threads = threadsFor(control);
  requireThreads(threads);
  SignalMatches<Value> best(static_cast<std::size_t>(count));
  std::vector<std::vector<Value>> results(static_cast<std::size_t>(threads));
  for (std::vector<Value>& sums : results) sums.resize(static_cast<std::size_t>(places));
  StopPoll poll(control, task.length);
  const StageTimer timer(timeline, "sums");  // includes the minimum
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::int64_t q = 0; q < count; ++q) {
    std::vector<Value>& sums = results[static_cast<std::size_t>(omp_get_thread_num())];
    const Value* query = task.query(q).data();
    for (std::int64_t at = 0; at < places; ++at) {
      if (poll.stopped(at)) break;
      sums[at] = sadAt(task.data.data() + at, query, task.length);
    }
    const auto least = std::min_element(sums.begin(), sums.end());
    best[q] = {least - sums.begin(), *least};
  }
  control.check();
  return best;
}

template <class Value>
SignalMatches<Value> searchByQueryRunning(const SignalTask<Value>& task, const Control& control,
                                          Timeline& timeline) {
  const std::int64_t places = task.places();
  const std::int64_t count = task.count();
  const int threads = threadsFor(control);
  requireThreads(threads);
  SignalMatches<Value> best(static_cast<std::size_t>(count));
  StopPoll poll(control, task.length);
  const StageTimer timer(timeline, "sums");  // includes the minimum
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t q = 0; q < count; ++q) {
    const Value* query = task.query(q).data();
    SignalMatch<Value> least;
    for (std::int64_t at = 0; at < places; ++at) {
      if (poll.stopped(at)) break;
      const SignalMatch<Value> here{at, sadAt(task.data.data() + at, query, task.length)};
      if (isBetter(here, least)) least = here;
    }
    best[q] = least;
  }
  control.check();
  return best;
}

template SignalMatches<std::int32_t> searchByQuery(const SignalTask<std::int32_t>&, const Control&,
                                                   Timeline&);
template SignalMatches<float> searchByQuery(const SignalTask<float>&, const Control&, Timeline&);
template SignalMatches<std::int32_t> searchByQueryRunning(const SignalTask<std::int32_t>&,
                                                          const Control&, Timeline&);
template SignalMatches<float> searchByQueryRunning(const SignalTask<float>&, const Control&,
                                                   Timeline&);

}  // namespace espy::lab
