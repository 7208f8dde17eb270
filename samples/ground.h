// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "canvas.h"

namespace samples {

/// What the ground of a strip of the scene is; strips follow one another from the top.
enum class Ground { sea, beach, boardwalk, square, lawn };

struct Strip {
  Ground ground;
  int top;
  int bottom;  ///< one past its last row
};

/// The strips of a scene of this height: sea, beach and boardwalk, then squares and lawns in turn.
std::vector<Strip> stripsFor(int height);

/// The strip that row y lies in.
const Strip& stripAt(const std::vector<Strip>& strips, int y);

/// Paints all the ground.
void drawGround(Canvas& canvas, const std::vector<Strip>& strips);

}  // namespace samples
