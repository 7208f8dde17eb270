// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::live {

/// Throws `badUse` unless this is a number of frames per second for a camera or video, 0 to 1000.
void checkRate(double rate);

}  // namespace espy::live
