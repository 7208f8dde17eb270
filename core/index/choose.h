// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/choice.h"
#include "espy/engine/registry.h"
#include "espy/index.h"

namespace espy::index {

/// Chooses an engine for `find` with an index by estimated cost. A GPU must pay for its start and
/// for the upload of tables, unless it has them already.
Choice chooseIndexEngine(const Registry& registry, const Scene& scene,
                         const NeedleIndex::State& state, const Control& control);

}  // namespace espy::index
