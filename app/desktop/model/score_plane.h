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

/// Scores of one needle at all positions, quantised to steps for display; values below 0 become
/// step 0. The needle's centre is at `origin` plus the position.
struct ScorePlane {
  static constexpr int kMost = 255;

  /// One pyramid level: half the size of the previous one, maximum of each 2x2 block.
  struct Level {
    QSize size;
    std::vector<std::uint8_t> steps;
    std::uint8_t at(int x, int y) const {
      return steps[static_cast<std::size_t>(y) * size.width() + x];
    }
  };

  QPoint origin;
  QString needle;  ///< name
  int first = 0;   ///< number of halvings of the first level, to limit its memory
  std::vector<Level> levels;
};
using ScorePlanePtr = std::shared_ptr<const ScorePlane>;

/// Builds a plane from a score map of a needle of this size, with at most `mostPlaces` positions in
/// the first level.
ScorePlane scorePlaneOf(const ScoreMap& map, QSize needle,
                        std::int64_t mostPlaces = std::int64_t{1} << 26);

}  // namespace espy::desktop
