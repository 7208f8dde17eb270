// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/exact.h"

namespace espy::exact {

/// `find` with the method `exact`, without poses and judge: runs an engine and selects.
Finding findExact(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                  const FindOptions& options);

}  // namespace espy::exact
