// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/message.h"
#include "io/formats_abi.h"

namespace espy::io {

/// Where the module for foreign formats lies, or empty when it is nowhere (base/modules.h).
std::string formatsModulePath();

/// The module, loaded at the first call. Throws "NAME: FACT, but ..." with `unsupported` when this
/// installation has none or it cannot be loaded.
const EspyFormats& formatsModule(const std::string& name, const Message& fact);

}  // namespace espy::io
