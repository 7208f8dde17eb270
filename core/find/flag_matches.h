// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/find.h"

namespace espy::finders {

/// The flag plane after pass 1 or pass 2, in time linear in pixels and matches, for any overlap of
/// the windows.
Image flagMatchesFast(Size scene, std::span<const Match> matches, int lastPass, int threads,
                      const Control& control);

}  // namespace espy::finders
