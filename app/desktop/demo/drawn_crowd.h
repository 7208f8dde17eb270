// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QRect>
#include <vector>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/engine/registry.h"
#include "model/picture.h"

namespace espy::desktop {

/// 41 megapixels, which take seconds to draw.
inline constexpr QSize kLargeCrowd{7680, 5400};

/// A photograph of the traveller with its best match.
struct NightPhoto {
  PicturePtr picture;
  Match match;
};

/// A crowd, and the traveller, who is in it once.
struct DrawnCrowd {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::DrawnCrowd)
 public:
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;                     ///< of the traveller in the scene
  std::vector<NightPhoto> photos;  ///< of him in the light of a crowd at night, to learn from
};

/// The same crowd for the same size on every machine. Throws `cancelled`.
DrawnCrowd drawCrowd(QSize size, const Control& control = {});

/// Minimum score for the crowd at night.
inline constexpr double kNightScore = 0.4;

/// A crowd at night, in which the score alone does not separate the traveller from look-alikes. The
/// same on every machine. Throws `cancelled`.
DrawnCrowd drawNight(const Registry& registry, const Control& control = {});

}  // namespace espy::desktop
