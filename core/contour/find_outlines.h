// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/contour.h"
#include "espy/engine/find.h"

namespace espy::contour {

/// `find` with `Method::outline`.
Finding findOutlines(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                     const FindOptions& options);

/// Throws `badUse` for a needle or options that outlines cannot be searched with.
void checkOutlines(std::span<const Needle> needles, const FindOptions& options);

}  // namespace espy::contour
