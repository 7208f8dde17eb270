// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Validation and dispatch of SAD searches.
#include "espy/engine/signal.h"

#include <fmt/format.h>

#include <limits>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/error.h"
#include "signal/fast.h"
#include "signal/reference.h"
#include "signal/sum_loops.h"

namespace espy {
namespace {

template <class Sample>
void checkTask(const SignalTask<Sample>& task, const Control& control) {
  const auto asked = static_cast<std::int64_t>(task.queries.size());
  if (task.length < 1 || asked < task.length || asked % task.length != 0) {
    throw Error(ErrorCode::badUse,
                phrase("the samples of the queries must form one or more whole queries"));
  }
  if (static_cast<std::int64_t>(task.data.size()) < task.length) {
    throw Error(ErrorCode::badUse, phrase("the queries are longer than the data"));
  }
  const signal::Range<Sample> range = signal::rangeOf(task, control);
  if (!range.finite) throw Error(ErrorCode::badUse, phrase("a sample is not a finite number"));
  const double apart = static_cast<double>(range.most) - static_cast<double>(range.least);
  constexpr double kRounding = 2;  // exceeds the rounding of a sum
  const double most = static_cast<double>(task.length) * apart *
                      (std::numeric_limits<Sample>::is_integer ? 1 : kRounding);
  if (most > static_cast<double>(std::numeric_limits<Sample>::max())) {
    throw Error(ErrorCode::badUse,
                phrase("samples are up to {} apart, and the sum of {} such differences does "
                       "not fit into 32 bits",
                       fmt::format("{}", apart), task.length));
  }
}

template <class Sample>
void addSignalOf(Registry& registry) {
  registry.add<FindSignal<Sample>>("reference", signal::findByReference<Sample>);
  addOnProcessor<FindSignal<Sample>>(registry, [](const ProcessorEngine& engine) {
    return [engine](const SignalTask<Sample>& task, const Control& control, RunReport& report) {
      const Control own = engine.own(control);
      report.engine = engine.name;
      report.threads = own.threads;
      return signal::searchFast(task, {}, own, report);
    };
  });
}

}  // namespace

template <class Sample>
SignalFinding<Sample> findSignal(const Registry& registry, std::string_view engine,
                                 const SignalTask<Sample>& task, const Control& control) {
  const auto& find = registry.get<FindSignal<Sample>>(engine);
  SignalFinding<Sample> finding;
  {
    const StageTimer timer(finding.report.timeline, "prepare");
    checkTask(task, control);
  }
  finding.matches = find(task, control, finding.report);
  return finding;
}

template SignalFinding<std::int32_t> findSignal(const Registry&, std::string_view,
                                                const SignalTask<std::int32_t>&, const Control&);
template SignalFinding<float> findSignal(const Registry&, std::string_view,
                                         const SignalTask<float>&, const Control&);

void addSignal(Registry& registry) {
  addSignalOf<std::int32_t>(registry);
  addSignalOf<float>(registry);
}

}  // namespace espy
