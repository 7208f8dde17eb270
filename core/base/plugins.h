// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/plugin.h"

namespace espy {

/// Returns the plug-in in the module `fileName` (base/modules.h), which stays loaded. Throws
/// `unsupported`: with the sentence `missing` if there is no such file, or if it cannot be loaded,
/// is no plug-in or belongs to another version of Espy.
const EnginePlugin& openPlugin(const std::string& fileName, const Message& missing);

}  // namespace espy
