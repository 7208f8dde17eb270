// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/job.h"
#include "model/match_list.h"

namespace espy::desktop {

/// Upright crops of a result's matches. A crop is made on a worker when it is first wanted; the
/// most recently used ones are kept, up to a number of bytes.
class CropCache : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Forgets all crops. `side` is the longest side of a crop in pixels.
  void setResult(SearchResultPtr result, int side);
  /// Keeps at least this many pixels, those of all visible crops.
  void keepPixels(qsizetype pixels);

  /// Starts a painting: crops that were wanted before and are not visible any more are not made.
  void beginPainting() { wanted_.clear(); }
  /// The crop of the match with this index; null: it will be made, then ready() is emitted.
  const QImage* crop(std::uint32_t index, const Match& match);
  const QImage& needle(std::uint32_t needle);
  /// Number of crops made for this result.
  std::size_t made() const { return made_; }

 signals:
  void ready();

 private:
  void makeWanted();

  SearchResultPtr result_;
  int side_ = 0;
  QCache<std::uint32_t, QImage> crops_;
  std::map<std::uint32_t, QImage> needles_;
  std::vector<std::pair<std::uint32_t, Match>> wanted_;
  bool planned_ = false;  ///< makeWanted() is queued
  std::size_t made_ = 0;
  Job job_;
};

}  // namespace espy::desktop
