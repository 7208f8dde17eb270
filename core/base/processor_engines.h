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

/// An engine that runs the fast code on the processor.
struct ProcessorEngine {
  const char* name;
  bool manyThreads;
  bool openMp;

  /// Threads for one call.
  int threads(const Control& control) const { return manyThreads ? threadsFor(control) : 1; }
  /// `control` with just these.
  Control own(Control control) const {
    control.threads = threads(control);
    control.beside = 1;
    return control;
  }
};

inline constexpr ProcessorEngine kProcessorEngines[] = {
    {"sequential", false, false}, {"threads", true, false}, {"openmp", true, true}};

/// The engine of all cores that `auto` takes, and that steps in for a device.
/// `tools/bench threads` compares it with openmp.
inline constexpr const char* kAllCores = "threads";
inline constexpr const char* kOneCore = "sequential";

/// Threads by the `Control` among the arguments of a capability.
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

/// For what is done for an engine outside of its functions: its loops, or null where they are
/// Espy's.
inline std::unique_ptr<OnOpenMp> loopsOf(std::string_view engine, const Control& control) {
  for (const ProcessorEngine& one : kProcessorEngines) {
    if (one.openMp && engine == one.name) {
      return std::make_unique<OnOpenMp>(one.threads(control));
    }
  }
  return nullptr;
}

/// Adds `make(engine)`, which returns the capability's function, for each of these engines.
template <class Capability, class Make>
void addOnProcessor(Registry& registry, const Make& make) {
  for (const ProcessorEngine& engine : kProcessorEngines) {
    typename Capability::Function function = make(engine);
    if (engine.openMp) function = onOpenMp(std::move(function));
    registry.add<Capability>(engine.name, std::move(function));
  }
}

}  // namespace espy
