// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/engine/registry.h"

#pragma GCC visibility push(default)
/// The border between Espy and engines that live in libraries of their own, such as `espy_cuda.so`.
/// Both sides are C++ from the same build, which `version` and `interface` hold them to.
namespace espy {

/// What a plug-in hands over.
struct EnginePlugin {
  std::uint32_t interface;  ///< `kEnginePluginInterface` of the plug-in's build
  const char* version;      ///< `espy::version()` of the plug-in's build
  /// Tells the registry about the plug-in's engines, whether they can run here or not
  /// (`Registry::setEngine`), and adds the functions of those that can. Does not throw.
  void (*addEngines)(Registry& registry);
};

/// Counts up whenever something that crosses the border changes.
inline constexpr std::uint32_t kEnginePluginInterface = 8;

/// What the library exports, under this name.
inline constexpr const char* kEnginePluginEntry = "espyEnginePlugin";
/// And the type of it. Null means: no plug-in.
using EnginePluginEntry = const EnginePlugin* (*)();

/// Adds the engines of the plug-ins that Espy knows (`cuda` and `cuda-passes`, of `espy_cuda.so`).
/// The library is looked for beside the program or in $ESPY_MODULE_DIR, when one of its
/// engines, or the list of all, is first asked for.
void addPluginEngines(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
