// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QRect>
#include <QString>
#include <memory>

#include "espy/image.h"

namespace espy::desktop {

struct IndexNeedles;  // model/index_needles.h

/// An immutable picture, shared by all its users.
struct Picture {
  Image image;
  QString path;  ///< empty if not from a file
  QString name;  ///< displayed: file name or "pasted picture"
  QString note;  ///< remark of the reader
  /// A needle that is an index: its needles are searched for, not these pixels.
  std::shared_ptr<const IndexNeedles> index = {};
};
using PicturePtr = std::shared_ptr<const Picture>;

/// Copies pixels of the clipboard or of another program.
Image imageFrom(const QImage& pixels);
/// Converts to Qt, for thumbnails, clipboard and drags; scaled down to fit `most` unless that is
/// empty.
QImage qImageFrom(const ImageView& view, QSize most = {});

/// Copies a rectangle, which must be inside.
Image cutOut(const ImageView& view, const QRect& rectangle);

/// Default extension of written pictures: PNG, or a built-in format if its module is missing.
QString defaultExtension();

inline QRect frameOf(const ImageView& view) {
  return {0, 0, static_cast<int>(view.width()), static_cast<int>(view.height())};
}

}  // namespace espy::desktop
