// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QImage>
#include <memory>
#include <stop_token>

#include "model/match_list.h"

/// Crops of matches in the frame of their needle. Callable from any thread.
namespace espy::desktop {

/// Factor of `differenceOf`: small differences would look black.
inline constexpr int kDifferenceGain = 4;

/// The pixels of a match in its needle's frame: turned back, not mirrored, at the needle's size,
/// scaled down to fit `most` x `most`. Transparent outside the scene.
QImage uprightCrop(const ImageView& scene, const Match& match, int most);
/// Crops of a result's matches, of any thread, one at a time. A batch's pictures are read; the most
/// recently used ones are kept.
class MatchCrops {
 public:
  /// `side` is the longest side of a crop in pixels.
  MatchCrops(SearchResultPtr result, int side);
  /// `index` of the match in the result. Throws `espy::Error` if its picture cannot be read.
  QImage crop(std::uint32_t index, const Match& match, const std::stop_token& stop = {});

 private:
  using ImagePtr = std::shared_ptr<const Image>;
  ImagePtr read(const QString& file, const std::stop_token& stop);

  SearchResultPtr result_;
  int side_;
  QCache<QString, ImagePtr> pictures_;  ///< cost in KiB
  QString lastFile_;
  ImagePtr last_;  ///< kept even if it exceeds the cache
};

/// The needle, scaled down alike; masked pixels are transparent.
QImage needleCrop(const NeedleItem& needle, int most);
/// |crop - needle| of each colour, times `kDifferenceGain`, at most 255. Transparent where one of
/// the two is.
QImage differenceOf(const QImage& crop, const QImage& needle);

}  // namespace espy::desktop
