// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// The verbs of the command: each takes what follows it on the command line and returns the exit
/// status.
namespace espy::cli {

using Arguments = std::vector<std::string>;

int findVerb(const Arguments& arguments);
int screenVerb(const Arguments& arguments);
int labVerb(const Arguments& arguments);
int devicesVerb(const Arguments& arguments);

}  // namespace espy::cli
