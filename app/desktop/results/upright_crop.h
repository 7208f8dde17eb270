// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>

#include "model/match_list.h"

/// Crops of matches in the frame of their needle. Callable from any thread.
namespace espy::desktop {

/// Factor of `differenceOf`: small differences would look black.
inline constexpr int kDifferenceGain = 4;

/// The pixels of a match in its needle's frame: turned back, not mirrored, at the needle's size,
/// scaled down to fit `most` x `most`. Transparent outside the scene.
QImage uprightCrop(const ImageView& scene, const Match& match, int most);
/// The needle, scaled down alike; masked pixels are transparent.
QImage needleCrop(const NeedleItem& needle, int most);
/// |crop - needle| of each colour, times `kDifferenceGain`, at most 255. Transparent where one of
/// the two is.
QImage differenceOf(const QImage& crop, const QImage& needle);

}  // namespace espy::desktop
