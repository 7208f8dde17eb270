// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QRect>
#include <QString>
#include <memory>

#include "espy/image.h"

namespace espy::desktop {

/// A picture in the window, shared by everybody who shows or searches it, and never changed.
struct Picture {
  Image image;
  QString path;  ///< empty where it came from no file
  QString name;  ///< for people: the file's name, or "pasted picture"
  QString note;  ///< what reading it said
};
using PicturePtr = std::shared_ptr<const Picture>;

/// Copies pixels that came from the clipboard or from another program.
Image imageFrom(const QImage& pixels);
/// The other way, for thumbnails, the clipboard and dragging out; scaled down to fit into `most`
/// where that is not empty.
QImage qImageFrom(const ImageView& view, QSize most = {});

/// The pixels of a rectangle that lies inside, copied.
Image cutOut(const ImageView& view, const QRect& rectangle);

/// Of files that we name: PNG, which everybody opens, or what can always be written where its
/// module is missing.
QString usualEnding();

inline QRect frameOf(const ImageView& view) {
  return {0, 0, static_cast<int>(view.width()), static_cast<int>(view.height())};
}

}  // namespace espy::desktop
