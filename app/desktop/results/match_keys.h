// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeyEvent>

/// Keys for matches, the same in table, sheet and picture.
namespace espy::desktop {

inline bool isPlain(const QKeyEvent& event) {
  return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

inline bool isRemove(const QKeyEvent& event) {
  return event.matches(QKeySequence::Delete) || event.key() == Qt::Key_Backspace;
}

inline bool isCentre(const QKeyEvent& event) {
  return isPlain(event) && event.key() == Qt::Key_Space;
}

inline bool isZoom(const QKeyEvent& event) {
  return isPlain(event) && (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter);
}

}  // namespace espy::desktop
