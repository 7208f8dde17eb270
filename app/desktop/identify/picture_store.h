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

/// A picture as the gallery paints it, or why there is none.
struct GalleryPicture {
  QImage image;     ///< made smaller; null where there is none
  QImage small;     ///< for a card
  QString path;     ///< where it was found
  QString trouble;  ///< why there is none; empty where there is one
};

/// Reads pictures on a worker thread, makes them small, and keeps those that were shown last. A
/// library holds no pictures: that of a surface is read where it was when it was added.
class PictureStore : public QObject {
  Q_OBJECT

 public:
  explicit PictureStore(QObject* parent = nullptr);

  /// Null while it is being read, until `arrived`.
  const GalleryPicture* of(const Photo& photo);
  const GalleryPicture* of(const ShownSurface& surface, const QString& library);
  /// What is not there was perhaps put there.
  void forgetMissing();

  /// Where the file of a surface may be: as it was named, else as seen from the library.
  static QStringList placesOf(const QString& file, const QString& library);

 signals:
  void arrived();

 private:
  template <class Make>
  const GalleryPicture* find(const QString& key, Make make);

  QCache<QString, GalleryPicture> kept_;  ///< by kilobytes
  QSet<QString> awaited_;
  Job job_;
};

}  // namespace espy::desktop
