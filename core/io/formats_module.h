// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/message.h"
#include "io/formats_abi.h"

namespace espy::io {

/// A library that is loaded when it is needed: what it is called without ".so", what it exports,
/// and with what it is made.
struct ModuleName {
  const char* library;
  const char* entry;
  const char* needs = "OpenCV";
};
/// What a module exports; it is loaded and stays so. Throws "NAME: FACT, but ..." with
/// `unsupported` when this installation has none or it cannot be loaded.
void* moduleEntry(const ModuleName& module, const std::string& name, const Message& fact);
/// Throws likewise.
[[noreturn]] void refuseOtherVersion(const ModuleName& module, const std::string& name,
                                     const Message& fact);

/// Where the module for foreign formats lies, or empty when it is nowhere (base/modules.h).
std::string formatsModulePath();

/// The module, loaded at the first call. Throws as above.
const EspyFormats& formatsModule(const std::string& name, const Message& fact);

}  // namespace espy::io
