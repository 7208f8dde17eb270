// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/registry.h"

namespace espy::cli {

/// Throws UseError unless `engine` is `auto` or names one of the registry that can run here.
void checkEngine(const Registry& registry, const std::string& engine);

/// The most threads that may be asked for.
inline constexpr int kMostThreads = 1024;

}  // namespace espy::cli
