// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "espy/engine/all.h"

namespace espy::cli {

/// Throws UseError for an option that has no effect, or cannot have one, beside the others. `given`
/// are those that were given, with what stood behind them.
void refuseContradictions(const MotifOptions& motif,
                          const std::map<std::string, std::string>& given);

}  // namespace espy::cli
