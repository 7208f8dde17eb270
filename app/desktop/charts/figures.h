// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// "12.3 ± 0.4": as many decimals as both need.
QString withSpread(double value, double spread);

}  // namespace espy::desktop
