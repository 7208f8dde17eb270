// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "canvas.h"

namespace samples {

/// The ground of a horizontal strip of the scene.
enum class Ground { sea, beach, boardwalk, square, lawn };

struct Strip {
  Ground ground;
  int top;
  int bottom;  ///< one past its last row
};

/// The strips of a scene of this height, from the top: sea, beach and boardwalk, then squares and
/// lawns in turn.
std::vector<Strip> stripsFor(int height);

/// The strip that contains row y.
const Strip& stripAt(const std::vector<Strip>& strips, int y);

/// Paints the ground of the whole canvas, or of a part after a stop.
void drawGround(Canvas& canvas, const std::vector<Strip>& strips, const std::stop_token& stop);

}  // namespace samples
