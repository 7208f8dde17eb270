// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/score.h"
#include "find/needle.h"
#include "picture/rectangles.h"

namespace espy::score {

/// A needle as scored search wants it.
struct ScoredNeedle : finders::PreparedNeedle {
  /// Of the pixels that take part, each in one of them. Empty with sad, which asks for no sums, and
  /// where they are scattered.
  std::vector<picture::Rectangle> rectangles;
  static constexpr std::size_t kMostRectangles = 4096;
  bool scattered = false;  ///< there are more than that: to list millions takes more than the scene
  picture::Rectangle inner;  ///< the largest that holds no ignored pixel; likewise
};

/// `method` is what it is for: not all is made for each.
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

}  // namespace espy::score
