// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "espy/engine/all.h"

namespace espy::cli {

/// Throws UseError for options that have no effect in this combination. `given` maps the options on
/// the command line to their values.
void refuseContradictions(const MotifOptions& motif,
                          const std::map<std::string, std::string>& given);

}  // namespace espy::cli
