// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/signal_best.h"

#include "lab/signal_strategies.h"

namespace espy::lab {

template <>
Places<std::int32_t> searchBestAs(const SignalTask<std::int32_t>& task, const BestOptions& options,
                                  const Control& control) {
  if (options.narrow.value_or(true)) {
    std::optional<ByteTask> bytes;
    {
      const Stage stage(control, "prepare");
      bytes = narrowed(task, options.level, control);
    }
    if (bytes) return searchInBytes(*bytes, control);
  }
  return searchDirectly(task, options.level, control);
}

template <>
Places<float> searchBestAs(const SignalTask<float>& task, const BestOptions& options,
                           const Control& control) {
  if (options.narrow.value_or(true)) {
    const bool always = options.narrow.has_value();
    if (auto places = searchByBounds(task, options.level, always, control)) return *places;
  }
  return searchDirectly(task, options.level, control);
}

template <class Value>
Places<Value> searchBest(const SignalTask<Value>& task, const Control& control) {
  return searchBestAs(task, {}, control);
}

template Places<std::int32_t> searchBest(const SignalTask<std::int32_t>&, const Control&);
template Places<float> searchBest(const SignalTask<float>&, const Control&);

}  // namespace espy::lab
