// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/score.h"
#include "find/needle.h"
#include "picture/rectangles.h"

namespace espy::score {

/// A needle prepared for scored search.
struct ScoredNeedle : finders::PreparedNeedle {
  /// A partition of the pixels that take part. Empty with sad, which needs no sums, and if
  /// `scattered`.
  std::vector<picture::Rectangle> rectangles;
  static constexpr std::size_t kMostRectangles = 4096;
  bool scattered = false;    ///< more than `kMostRectangles`: a list of millions would exceed the
                             ///< scene
  picture::Rectangle inner;  ///< the largest without an ignored pixel; zncc only
};

/// `method` decides which fields are filled.
ScoredNeedle makeScoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                              bool weighted, Method method = Method::zncc,
                              const Control& control = {},
                              ChannelMeans channelMeans = ChannelMeans::all);
/// The same for a search with these options.
inline ScoredNeedle makeScoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                                     const ScoreOptions& options, const Control& control = {}) {
  return makeScoredNeedle(needle, index, scene, options.weighted, options.method, control,
                          options.channelMeans);
}

Size largest(std::span<const ScoredNeedle* const> needles);
Size smallest(std::span<const ScoredNeedle* const> needles);

}  // namespace espy::score
