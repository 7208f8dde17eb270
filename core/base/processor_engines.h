// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/openmp_threads.h"
#include "base/parallel.h"
#include "espy/engine/registry.h"

namespace espy {

/// An engine that runs the SIMD code on the processor.
struct ProcessorEngine {
  const char* name;
  bool manyThreads;
  bool openMp;

  /// Number of threads for one call.
  int threads(const Control& control) const { return manyThreads ? threadsFor(control) : 1; }
  /// Returns `control` with that number of threads, not shared with other tasks.
  Control own(Control control) const {
    control.threads = threads(control);
    control.beside = 1;
    return control;
  }
};

inline constexpr ProcessorEngine kProcessorEngines[] = {
    {"sequential", false, false}, {"threads", true, false}, {"openmp", true, true}};

/// The multi-threaded engine that `auto` chooses, and the fallback of a device. `tools/bench
/// threads` compares it with openmp.
inline constexpr const char* kAllCores = "threads";
inline constexpr const char* kOneCore = "sequential";

/// Number of threads according to the `Control` among the arguments; 1 without one.
template <class... Arguments>
int threadsAmong(const Arguments&... arguments) {
  int threads = 1;
  const auto look = [&]<class Argument>(const Argument& argument) {
    if constexpr (std::is_same_v<Argument, Control>) threads = threadsFor(argument);
  };
  (look(arguments), ...);
  return threads;
}

template <class Result, class... Arguments>
std::function<Result(Arguments...)> onOpenMp(std::function<Result(Arguments...)> function) {
  return [function = std::move(function)](Arguments... arguments) -> Result {
    const OnOpenMp loops(threadsAmong(arguments...));
    return function(std::forward<Arguments>(arguments)...);
  };
}

/// Selects the engine's loops for work outside its functions; null if they are Espy's own.
inline std::unique_ptr<OnOpenMp> loopsOf(std::string_view engine, const Control& control) {
  for (const ProcessorEngine& one : kProcessorEngines) {
    if (one.openMp && engine == one.name) {
      return std::make_unique<OnOpenMp>(one.threads(control));
    }
  }
  return nullptr;
}

/// Registers the function that `make(engine)` returns for each of these engines.
template <class Capability, class Make>
void addOnProcessor(Registry& registry, const Make& make) {
  for (const ProcessorEngine& engine : kProcessorEngines) {
    typename Capability::Function function = make(engine);
    if (engine.openMp) function = onOpenMp(std::move(function));
    registry.add<Capability>(engine.name, std::move(function));
  }
}

}  // namespace espy
