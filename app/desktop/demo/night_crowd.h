// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QRect>
#include <vector>

#include "espy/engine/find.h"
#include "espy/engine/registry.h"
#include "model/picture.h"

namespace espy::desktop {

/// A photograph of the traveller with its best match.
struct NightPhoto {
  PicturePtr picture;
  Match match;
};

/// A crowd at night in which the score alone does not separate the traveller from look-alikes, and
/// photographs of him in the same light to learn from.
struct NightCrowd {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::NightCrowd)
 public:
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< of the traveller in the scene
  std::vector<NightPhoto> photos;
};

/// Minimum score for the crowd at night.
inline constexpr double kNightScore = 0.4;

/// Deterministic: the same crowd on every machine.
NightCrowd drawNight(const Registry& registry);

}  // namespace espy::desktop
