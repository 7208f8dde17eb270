// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/needle_index.h"

namespace espy::cuda {

/// `FindIndexed` of the engine `cuda`. A segment stays in device memory between searches.
std::vector<FoundPicture> findIndexed(const Scene& scene, SceneRows rows,
                                      const index::NeedleSegment& segment, const Control& control,
                                      RunReport& report);

}  // namespace espy::cuda
