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

/// A picture of the traveller, and where a search finds him in it.
struct NightPhoto {
  PicturePtr picture;
  Match match;
};

/// A crowd at night, where the score cannot tell who is who, and photographs of whom is looked for
/// that were taken in such light.
struct NightCrowd {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::NightCrowd)
 public:
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< of the traveller in the scene
  std::vector<NightPhoto> photos;
};

/// So similar to the traveller is whoever may be him in this light.
inline constexpr double kNightScore = 0.4;

/// The same crowd on every machine.
NightCrowd drawNight(const Registry& registry);

}  // namespace espy::desktop
