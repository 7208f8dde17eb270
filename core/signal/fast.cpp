// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which way the fast search goes.
#include "signal/fast.h"
#include "base/phrase.h"

namespace espy::signal {
namespace {

template <class Sample>
SignalMatches<Sample> searchAsTheyAre(const SignalTask<Sample>& task, const Control& control,
                                      RunReport& report) {
  report.strategy = phrase("the samples as they are, many places and several queries at a time");
  return searchDirectly(task, control, report.timeline);
}

}  // namespace

template <>
SignalMatches<std::int32_t> searchFast(const SignalTask<std::int32_t>& task,
                                       std::optional<bool> narrow, const Control& control,
                                       RunReport& report) {
  if (narrow.value_or(true)) {
    std::optional<ByteTask> bytes;
    {
      const StageTimer timer(report.timeline, "prepare");
      bytes = narrowed(task, control);
    }
    if (bytes) {
      report.strategy = phrase("the samples as bytes, many places and several queries at a time");
      return searchInBytes(*bytes, control, report.timeline);
    }
  }
  return searchAsTheyAre(task, control, report);
}

template <>
SignalMatches<float> searchFast(const SignalTask<float>& task, std::optional<bool> narrow,
                                const Control& control, RunReport& report) {
  if (narrow.value_or(true)) {
    const bool always = narrow.has_value();
    if (auto matches = searchByBounds(task, always, control, report.timeline)) {
      report.strategy = phrase("bounds by bytes, and sums of floats where these leave a chance");
      return *matches;
    }
  }
  return searchAsTheyAre(task, control, report);
}

}  // namespace espy::signal
