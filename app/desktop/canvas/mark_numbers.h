// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <cstdint>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/marks.h"

namespace espy::desktop {

/// Paints the numbers of these marks near their upper-left corners, on the marks' colours. `least`:
/// minimum size of what is drawn around a mark, in widget coordinates.
void paintNumbers(QPainter& painter, const Marks& marks, const std::vector<std::uint32_t>& which,
                  const DeviceMap& map, double least = 0);

/// Paints a tick or a cross at the upper-right corner of each mark that has a verdict.
void paintVerdicts(QPainter& painter, const Marks& marks, const DeviceMap& map);

}  // namespace espy::desktop
