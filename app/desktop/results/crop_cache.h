// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QString>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "model/job.h"

namespace espy::desktop {

/// Small pictures by number: crops of matches, thumbnails of files. A picture is made on a worker
/// when it is first wanted; the most recently used ones are kept, up to a number of bytes.
class CropCache : public QObject {
  Q_OBJECT

 public:
  /// Makes a picture on the worker. May throw; the picture is then null.
  using Make = std::function<QImage(const std::stop_token& stop)>;
  /// Returns how a picture is made; called on this thread.
  using Source = std::function<Make(std::uint32_t number)>;

  using QObject::QObject;

  /// Forgets all pictures. Null: there are none.
  void setSource(Source source);
  /// Makes this picture again when it is wanted.
  void forget(std::uint32_t number);
  /// Keeps at least this many pixels, those of all visible pictures.
  void keepPixels(qsizetype pixels);

  /// Starts a painting of everything visible: pictures that were wanted before and are not visible
  /// any more are not made.
  void beginPainting() { wanted_.clear(); }
  /// Null: it will be made, then ready() is emitted.
  const QImage* crop(std::uint32_t number);
  /// Number of pictures made from this source.
  std::size_t made() const { return made_; }

 signals:
  void ready();
  void failed(std::uint32_t number, const QString& sentence);

 private:
  struct Made {
    std::uint32_t number = 0;
    QImage picture;
    QString trouble;
  };

  void makeWanted();
  void take(std::vector<Made> made);

  Source source_;
  QCache<std::uint32_t, QImage> crops_;
  std::vector<std::uint32_t> wanted_;
  std::vector<std::uint32_t> making_;  ///< on the worker, and not forgotten since
  bool planned_ = false;               ///< makeWanted() is queued
  std::size_t made_ = 0;
  Job job_;
};

}  // namespace espy::desktop
