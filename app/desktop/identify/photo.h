// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "espy/engine/surfaces.h"
#include "model/picture.h"

namespace espy::desktop {

/// A photograph to identify: a file, or a picture in memory.
struct Photo {
  int id = 0;
  QString name;
  QString path;        ///< empty: not from a file
  PicturePtr picture;  ///< null: read from `path`
};

/// A surface of a library for display: everything but its descriptors.
struct ShownSurface {
  QString id;
  QString file;  ///< path of its photograph when it was added
  Size size;     ///< of that photograph, pixels
  std::vector<FeaturePoint> points;
};

/// Result of identifying one photograph, with the data to display it.
struct PhotoAnswer {
  SurfaceAnswer answer;                ///< without the descriptors of the query
  std::vector<ShownSurface> surfaces;  ///< one for each match
  QString failure;                     ///< error message; empty on success
};
using PhotoAnswerPtr = std::shared_ptr<const PhotoAnswer>;

}  // namespace espy::desktop
