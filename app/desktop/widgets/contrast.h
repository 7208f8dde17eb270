// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPalette>

namespace espy::desktop {

/// Minimum contrast ratio of text (WCAG 2, level AA); large text and hints need 3.
inline constexpr double kReadable = 4.5;

/// Contrast ratio (WCAG 2), from 1 (equal) to 21 (black on white). Blends translucent text first.
double contrast(const QColor& text, const QColor& ground);

/// Black or white, whichever has more contrast.
QColor inkOn(const QColor& ground);

/// A red that is readable on this ground.
QColor troubleInk(const QColor& ground);

/// Ground of pictures: a neutral mid grey, which leaves their colours as they are.
QColor canvasGround(const QPalette& palette);

/// The window's accent, which is the palette's highlight, readable on this ground.
QColor accentOn(const QColor& ground, const QPalette& palette);

/// The palette with its highlight darkened or lightened until its text is readable, links in the
/// same colour, and readable placeholders. Some desktops have white on too light a blue, some dark
/// ones have placeholders as for a light one.
QPalette readable(QPalette palette);

}  // namespace espy::desktop
