// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/exports.h"

namespace espy::desktop {

/// The picture with the numbers of these matches, drawn as the canvas draws them at actual size. A
/// grey picture becomes one in colour, for the numbers are. Pixels without a number stay what they
/// are, to the last bit.
Image withNumbers(Image picture, const ExportedMatches& matches, const Control& control = {});

}  // namespace espy::desktop
