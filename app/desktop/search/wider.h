// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/settings.h"

namespace espy::desktop {

/// Where nothing was found: the same search at other angles and sizes, what takes least time first.
/// Empty where there is nothing more to try.
std::vector<SearchSettings> widerThan(const SearchSettings& settings);

}  // namespace espy::desktop
