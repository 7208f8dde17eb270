// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "espy/mark.h"

#pragma GCC visibility push(default)
/// What was found, to look at.
///
///     espy::Image marked = espy::markedPicture(registry, "threads", scene, found.matches);
namespace espy {

/// A copy of `scene` with marks around these matches (passes 2 and 3), made by this engine; `auto`
/// is the one that keeps the picture, or one of the processor. The matches lie inside. Of a picture
/// that only another engine has, and for what `markedCopy` refuses, throws `badUse`. Its stages are
/// "pass 2" and "pass 3", or those that the engine writes.
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options,
                    const Control& control, Timeline& timeline);
/// The same where nobody asks for the time.
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options = {},
                    const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
