// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QImage>
#include <QRect>
#include <QSize>
#include <vector>

#include "canvas/marks.h"
#include "model/picture.h"

namespace espy::desktop {

/// A match to draw in the race.
struct RaceMatch {
  QRect window;  ///< in pixels of the scene
  QColor colour;
};

std::vector<RaceMatch> raceMatchesOf(const Marks& marks);

/// Thumbnails of the scene before and after each pass, prepared so that a frame only copies.
struct RacePictures {
  RacePictures() = default;
  /// `scene` is a thumbnail; `whole` is the size of the full picture.
  RacePictures(const QImage& scene, QSize whole, const std::vector<RaceMatch>& matches);

  QImage scene;
  QImage flagged;  ///< after pass 1: base pixels
  QImage inside;   ///< after pass 2: windows
  QImage marked;   ///< after pass 3: outlines
};

}  // namespace espy::desktop
