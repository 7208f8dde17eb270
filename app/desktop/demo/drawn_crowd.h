// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QRect>

#include "model/picture.h"

namespace espy::desktop {

/// 41 megapixels, which take seconds to draw.
inline constexpr QSize kLargeCrowd{7680, 5400};

/// A crowd, and the traveller, who is in it once.
struct DrawnCrowd {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::DrawnCrowd)
 public:
  PicturePtr scene;
  PicturePtr traveller;
  QRect place;  ///< of the traveller in the scene
};

/// The same crowd for the same size on every machine.
DrawnCrowd drawCrowd(QSize size);

}  // namespace espy::desktop
