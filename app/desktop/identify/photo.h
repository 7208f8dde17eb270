// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "espy/engine/surfaces.h"
#include "model/picture.h"

namespace espy::desktop {

/// A photograph that is asked about: a file, or a picture that is in the window.
struct Photo {
  int id = 0;
  QString name;
  QString path;        ///< empty where it came from no file
  PicturePtr picture;  ///< null where it is still to be read
};

/// A surface of a library as it is shown: all but its features' bytes.
struct ShownSurface {
  QString id;
  QString file;  ///< what it was made of, as it was named then
  Size size;     ///< of that photograph
  std::vector<FeaturePoint> points;
};

/// What a photograph shows, with all that is needed to look at it.
struct PhotoAnswer {
  SurfaceAnswer answer;                ///< without the bytes of its features
  std::vector<ShownSurface> surfaces;  ///< one for each match
  QString failure;                     ///< why there is no answer; empty where there is
};
using PhotoAnswerPtr = std::shared_ptr<const PhotoAnswer>;

}  // namespace espy::desktop
