// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/control.h"
#include "espy/engine/needle_index.h"
#include "index/needle_segment.h"

namespace espy::index {

/// `FindIndexed` of the processor's engines.
std::vector<FoundPicture> findPictures(const ImageView& scene, SceneRows rows,
                                       const NeedleSegment& segment, int threads,
                                       const Control& control);

/// `FindIndexed` of the engine "reference": compares every picture of the tables at every position.
std::vector<FoundPicture> findPicturesByReference(const ImageView& scene, SceneRows rows,
                                                  const NeedleSegment& segment,
                                                  const Control& control);

}  // namespace espy::index
