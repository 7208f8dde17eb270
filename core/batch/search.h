// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/batch.h"

namespace espy::batch {

/// One image searched as the job says.
Finding searched(const BatchJob& job, const Registry& registry, const ImageView& scene,
                 std::span<const Needle> needles, const Control& control);

/// What the command `espy find` would save of it: a copy with marks, by the engine that found.
Image marked(const BatchJob& job, const Registry& registry, const ImageView& scene,
             const Finding& finding, const Control& control);

/// Throws for options and an engine that no image could be searched or marked with.
void checkOptions(const BatchJob& job, const Registry& registry);

}  // namespace espy::batch
