// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/find.h"

namespace espy::test {

/// Reference of the selection, in quadratic time.
std::vector<Match> selectReference(std::vector<Match> matches, const SelectOptions& options);

}  // namespace espy::test
