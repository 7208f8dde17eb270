// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPalette>

namespace espy::desktop {

/// Text that is less apart from its ground than this is hard to read (WCAG 2, level AA); large text
/// and hints need 3.
inline constexpr double kReadable = 4.5;

/// How far apart a text and its ground are for the eye: from 1 (the same) to 21 (black on white).
/// What shines through is seen mixed.
double contrast(const QColor& text, const QColor& ground);

/// The palette with a highlight as dark, or as light, as its text needs. Some desktops have white
/// on a blue that is too light for it.
QPalette readable(QPalette palette);

}  // namespace espy::desktop
