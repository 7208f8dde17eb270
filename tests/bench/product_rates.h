// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "identify/screen.h"

namespace espy::bench {

/// Products of two bytes, added up, that one thread does by this way's instructions and with
/// nothing else beside them: so many, at least. Returns how many it did. To be asked only where the
/// way can run.
std::int64_t multiplyOnly(identify::ScreenWay way, std::int64_t products);

}  // namespace espy::bench
