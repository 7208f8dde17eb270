// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/reference.h"
#include "base/phrase.h"

namespace espy::signal {

template <class Sample>
SignalMatches<Sample> findByReference(const SignalTask<Sample>& task, const Control& control,
                                      RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every query at every position, one after another");
  const StageTimer timer(report.timeline, "sums");
  SignalMatches<Sample> matches;
  for (std::int64_t q = 0; q < task.count(); ++q) {
    const std::span<const Sample> query = task.query(q);
    SignalMatch<Sample> best;
    for (std::int64_t start = 0; start < task.places(); ++start) {
      control.check();
      Sample distance = 0;
      for (std::size_t i = 0; i < query.size(); ++i) {
        const Sample a = task.data[static_cast<std::size_t>(start) + i];
        const Sample b = query[i];
        distance += a > b ? a - b : b - a;
      }
      if (best.start < 0 || distance < best.distance) best = {start, distance};
    }
    matches.push_back(best);
  }
  return matches;
}

template SignalMatches<std::int32_t> findByReference(const SignalTask<std::int32_t>&,
                                                     const Control&, RunReport&);
template SignalMatches<float> findByReference(const SignalTask<float>&, const Control&, RunReport&);

}  // namespace espy::signal
