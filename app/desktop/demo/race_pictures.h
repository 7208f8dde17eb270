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

/// A match as the race shows it.
struct RaceMatch {
  QRect window;  ///< in pixels of the scene
  QColor colour;
};

std::vector<RaceMatch> raceMatchesOf(const Marks& marks);

/// The scene and what each pass adds to it, as thumbnails of one size, drawn once so that a frame
/// only copies.
struct RacePictures {
  RacePictures() = default;
  /// `scene` is a thumbnail already; `whole` is the size of the picture that it stands for.
  RacePictures(const QImage& scene, QSize whole, const std::vector<RaceMatch>& matches);

  QImage scene;
  QImage flagged;  ///< after pass 1: where matches start
  QImage inside;   ///< after pass 2: their windows
  QImage marked;   ///< after pass 3: outlines
};

}  // namespace espy::desktop
