// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "espy/error.h"

namespace espy::files {

/// A shared library that is loaded on demand: its name without ".so", its entry point, and the
/// library that it was built with.
struct ModuleName {
  const char* library;
  const char* entry;
  const char* needs = "OpenCV";
};
/// Returns its path, or an empty string if it is not installed (base/modules.h).
std::string modulePathOf(const ModuleName& module);
/// Loads the module (it is never unloaded) and returns its entry point. Throws `unsupported`,
/// "NAME: FACT, but ...", if it is not installed or cannot be loaded.
void* moduleEntry(const ModuleName& module, const std::string& name, const Message& fact);
/// Throws like moduleEntry.
[[noreturn]] void refuseOtherVersion(const ModuleName& module, const std::string& name,
                                     const Message& fact);

/// Returns the function table of a module, loaded at the first call and never unloaded, because its
/// objects may outlive the caller. One module per `Table`. Throws like moduleEntry. Thread-safe.
template <class Table>
const Table& loadedModule(const ModuleName& module, std::uint32_t version, const std::string& name,
                          const Message& fact) {
  static std::mutex mutex;
  static const Table* loaded = nullptr;
  const std::lock_guard lock(mutex);
  if (loaded == nullptr) {
    const Table* table = reinterpret_cast<const Table* (*)()>(moduleEntry(module, name, fact))();
    if (table->version != version) refuseOtherVersion(module, name, fact);
    loaded = table;
  }
  return *loaded;
}

}  // namespace espy::files
