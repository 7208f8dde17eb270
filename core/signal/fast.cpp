// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which way the fast search goes.
#include "signal/fast.h"
#include "base/phrase.h"

namespace espy::signal {
namespace {

template <class Sample>
SignalMatches<Sample> searchAsTheyAre(const SignalTask<Sample>& task, const FastOptions& options,
                                      const Control& control, RunReport& report) {
  report.strategy = phrase("the samples as they are, many places and several queries at a time");
  return searchDirectly(task, options.level, control, report.timeline);
}

}  // namespace

template <>
SignalMatches<std::int32_t> searchFast(const SignalTask<std::int32_t>& task,
                                       const FastOptions& options, const Control& control,
                                       RunReport& report) {
  if (options.narrow.value_or(true)) {
    std::optional<ByteTask> bytes;
    {
      const StageTimer timer(report.timeline, "prepare");
      bytes = narrowed(task, options.level, control);
    }
    if (bytes) {
      report.strategy = phrase("the samples as bytes, many places and several queries at a time");
      return searchInBytes(*bytes, control, report.timeline);
    }
  }
  return searchAsTheyAre(task, options, control, report);
}

template <>
SignalMatches<float> searchFast(const SignalTask<float>& task, const FastOptions& options,
                                const Control& control, RunReport& report) {
  if (options.narrow.value_or(true)) {
    const bool always = options.narrow.has_value();
    if (auto matches = searchByBounds(task, options.level, always, control, report.timeline)) {
      report.strategy = phrase("bounds by bytes, and sums of floats where these leave a chance");
      return *matches;
    }
  }
  return searchAsTheyAre(task, options, control, report);
}

}  // namespace espy::signal
