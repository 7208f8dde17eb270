// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "espy/error.h"

namespace espy::files {

/// A library that is loaded when it is needed: its name without ".so", the function that it exports
/// and what it is built with.
struct ModuleName {
  const char* library;
  const char* entry;
  const char* needs = "OpenCV";
};
/// Where it lies, or empty when it is nowhere (base/modules.h).
std::string modulePathOf(const ModuleName& module);
/// What a module exports; it is loaded and stays so. Throws "NAME: FACT, but ..." with
/// `unsupported` when this installation has none or it cannot be loaded.
void* moduleEntry(const ModuleName& module, const std::string& name, const Message& fact);
/// Throws likewise.
[[noreturn]] void refuseOtherVersion(const ModuleName& module, const std::string& name,
                                     const Message& fact);

/// The table of functions that a module's entry returns, loaded at the first call and never
/// unloaded: what it made may live on. One module for each type. Throws as above.
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
