// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/find.h"
#include "espy/image.h"
#include "support/figures.h"

/// Drawn scenes with a bent figure in clutter, and where the figure is.
namespace espy::bench {

struct SceneSettings {
  int scenes = 200;
  double bend = 40;     ///< of one limb, degrees
  double needle = 130;  ///< pixels
  std::uint64_t seed = 1;
};

/// What covers a part of the figure: all pixels between two lines along a normal.
struct CoveringBar {
  SubPixel centre;
  double cosine = 1;
  double sine = 0;
  double begin = 1e9;
  double reach = 0;

  bool covers(double x, double y) const;
};

struct Scene {
  Image picture;
  test::PlacedFigure figure;
  double size = 0;  ///< the figure's
  CoveringBar bar;
};

/// The needle of this scene.
test::Figure sceneFigure(std::uint64_t number);

/// Among 12 other figures, or among 40 bars, drops and discs.
Scene sceneOf(std::uint64_t number, bool figures, const SceneSettings& settings);

/// Whether a match has the figure's place and scale, about.
bool isRight(const Match& match, const Scene& scene, const SceneSettings& settings);

}  // namespace espy::bench
