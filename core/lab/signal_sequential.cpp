// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/signal_loops.h"
#include "lab/signal_strategies.h"

namespace espy::lab {

template <class Value>
SignalMatches<Value> searchSequentially(const SignalTask<Value>& task, const Control& control,
                                        Timeline& timeline) {
  const std::int64_t places = task.places();
  std::vector<Value> sums(static_cast<std::size_t>(places));
  SignalMatches<Value> best;
  for (std::int64_t q = 0; q < task.count(); ++q) {
    const Value* query = task.query(q).data();
    {
      const StageTimer timer(timeline, "sums");
      StopPoll poll(control, task.length);
      for (std::int64_t at = 0; at < places; ++at) {
        if (poll.stopped(at)) break;
        sums[at] = sadAt(task.data.data() + at, query, task.length);
      }
    }
    control.check();
    const StageTimer timer(timeline, "minimum");
    const auto least = std::min_element(sums.begin(), sums.end());
    best.push_back({least - sums.begin(), *least});
  }
  return best;
}

template SignalMatches<std::int32_t> searchSequentially(const SignalTask<std::int32_t>&,
                                                        const Control&, Timeline&);
template SignalMatches<float> searchSequentially(const SignalTask<float>&, const Control&,
                                                 Timeline&);

}  // namespace espy::lab
