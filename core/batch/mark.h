// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/batch.h"

namespace espy::batch {

/// What the command `espy find` would save of a searched image: a copy with marks, by the engine
/// that found.
Image marked(const BatchJob& job, const Registry& registry, const ImageView& scene,
             const Finding& finding, const Control& control);

}  // namespace espy::batch
