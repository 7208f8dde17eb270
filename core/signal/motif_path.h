// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/rows.h"

namespace espy::signal {

/// Of channels that go together: fills in their parts of the distance, along the path of all.
void tellParts(const MotifTask& task, std::span<const RowLevel> levels, const Control& control,
               MotifMatch& match);

}  // namespace espy::signal
