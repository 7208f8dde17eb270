// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/espy.h"
#include "find_options.h"
#include "find_output.h"

namespace espy::cli {

/// Searches with the method that was asked for.
Finding searched(const FindRequest& request, const Registry& registry, const ImageView& scene,
                 std::span<const Needle> needles, const Control& control);

/// Where the matches of a scored finding lie between pixels.
SubPixels refinedAll(const FindRequest& request, const ImageView& scene,
                     std::span<const Needle> needles, const Finding& finding,
                     const Control& control);

}  // namespace espy::cli
