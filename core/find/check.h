// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/find.h"

namespace espy::finders {

/// Throws an `Error` for an invalid request. Common to all engines.
void checkRequest(Size scene, std::span<const Needle> needles);

}  // namespace espy::finders
