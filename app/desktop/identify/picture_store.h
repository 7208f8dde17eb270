// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QString>

#include "identify/photo.h"
#include "model/job.h"

namespace espy::desktop {

/// A picture scaled for display, or the reason why there is none.
struct GalleryPicture {
  QImage image;     ///< scaled down; null if there is none
  QImage small;     ///< thumbnail
  QString path;     ///< file that was read
  QString trouble;  ///< error message; empty on success
};

/// Reads and scales pictures on a worker thread and caches the most recently used. A library stores
/// no pictures; that of a surface is read from the file it was added from.
class PictureStore : public QObject {
  Q_OBJECT

 public:
  explicit PictureStore(QObject* parent = nullptr);

  /// Returns null while the picture is being read; `arrived` follows.
  const GalleryPicture* of(const Photo& photo);
  const GalleryPicture* of(const ShownSurface& surface, const QString& library);
  /// Drops cached failures, so that missing files are tried again.
  void forgetMissing();

  /// Candidate paths of a surface's file: an absolute path as it is, else relative to the current
  /// folder, to the library and to its parent.
  static QStringList placesOf(const QString& file, const QString& library);

 signals:
  void arrived();

 private:
  template <class Make>
  const GalleryPicture* find(const QString& key, Make make);

  QCache<QString, GalleryPicture> kept_;  ///< cost in KiB
  QSet<QString> awaited_;
  Job job_;
};

}  // namespace espy::desktop
