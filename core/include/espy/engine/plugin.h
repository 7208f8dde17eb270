// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/engine/registry.h"

#pragma GCC visibility push(default)
/// ABI of engine plug-ins, such as `espy_cuda.so`. Both sides are C++ from the same build, which
/// `version` and `interface` verify.
namespace espy {

/// Exported by a plug-in.
struct EnginePlugin {
  std::uint32_t interface;  ///< `kEnginePluginInterface` of the plug-in's build
  const char* version;      ///< `espy::version()` of the plug-in's build
  /// Reports the plug-in's engines, available or not (`Registry::setEngine`), and adds the
  /// functions of the available ones. Does not throw.
  void (*addEngines)(Registry& registry);
};

/// Incremented whenever a type that crosses the ABI changes.
inline constexpr std::uint32_t kEnginePluginInterface = 10;

/// Name of the exported function,
inline constexpr const char* kEnginePluginEntry = "espyEnginePlugin";
/// and its type. Returns null if there is no plug-in.
using EnginePluginEntry = const EnginePlugin* (*)();

/// Adds the engines of the known plug-ins (`cuda` and `cuda-passes` in `espy_cuda.so`). The library
/// is searched beside the program or in $ESPY_MODULE_DIR, and loaded when one of its engines, or
/// the list of all engines, is first requested.
void addPluginEngines(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
