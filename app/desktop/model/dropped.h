// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QMimeData>
#include <QStringList>

namespace espy::desktop {

/// What somebody drops or pastes: pixels, or files of this machine.
struct Dropped {
  QImage pixels;      ///< taken first where a program offers both
  QStringList files;  ///< paths

  bool empty() const { return pixels.isNull() && files.isEmpty(); }
};
/// Does this hold anything that can be taken? Asked while dragging, so nothing is decoded.
bool canTake(const QMimeData& data);
Dropped take(const QMimeData& data);

}  // namespace espy::desktop
