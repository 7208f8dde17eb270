// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/rows.h"

namespace espy::signal {

/// Fills in the channels' shares of the distance along their common path (rule `together`).
void fillChannelParts(const MotifTask& task, std::span<const RowLevel> levels,
                      const Control& control, MotifMatch& match);

}  // namespace espy::signal
