// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <cstdint>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/marks.h"

namespace espy::desktop {

/// Black or white, whichever can be read on this colour.
QColor readableOn(const QColor& colour);

/// Writes the numbers of these marks near their upper-left corners, on the marks' colours. What is
/// drawn around a mark is at least so large, in the widget's coordinates.
void paintNumbers(QPainter& painter, const Marks& marks, const std::vector<std::uint32_t>& which,
                  const DeviceMap& map, double least = 0);

/// A tick or a cross, in a disc at the upper right corner, for what somebody has said of marks.
void paintSaid(QPainter& painter, const Marks& marks, const DeviceMap& map);

}  // namespace espy::desktop
