// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/plugin.h"

namespace espy {

/// Loads the plug-in in the module `fileName` (base/modules.h); it is never unloaded. Throws
/// `unsupported`: with the message `missing` if there is no such file, or if it cannot be loaded,
/// is no plug-in or was built for another version of Espy.
const EnginePlugin& openPlugin(const std::string& fileName, const Message& missing);

}  // namespace espy
