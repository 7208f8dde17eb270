// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QSize>
#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "espy/engine/score.h"

namespace espy::desktop {

/// The scores of one needle at every place, in steps from 0 (or less) to 1, to be looked at: the
/// middle of the needle lies at `origin` plus the place.
struct ScorePlane {
  static constexpr int kMost = 255;

  /// One size of it: each half as large as the one before, with the best of four scores.
  struct Level {
    QSize size;
    std::vector<std::uint8_t> steps;
    std::uint8_t at(int x, int y) const {
      return steps[static_cast<std::size_t>(y) * size.width() + x];
    }
  };

  QPoint origin;
  QString needle;  ///< its name
  int first = 0;   ///< how often the first level was halved, so that it is no larger than memory
  std::vector<Level> levels;
};
using ScorePlanePtr = std::shared_ptr<const ScorePlane>;

/// Made of a map of scores of a needle of this size. A plane has at most so many places.
ScorePlane scorePlaneOf(const ScoreMap& map, QSize needle,
                        std::int64_t mostPlaces = std::int64_t{1} << 26);

}  // namespace espy::desktop
