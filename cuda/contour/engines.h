// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/contour.h"

namespace espy::cuda {

/// `FillIntervals` of the engine `cuda`, for float, std::int32_t and std::uint16_t.
template <class Number>
IntervalTable<Number> fillIntervalsOnGpu(const IntervalTask<Number>& task, const Control& control);

/// `DivideIntervals` of the engine `cuda`, for float and std::int32_t.
template <class Number>
std::vector<IntervalDivision<Number>> divideIntervalsOnGpu(
    std::span<const IntervalTask<Number>> tasks, const Control& control);

}  // namespace espy::cuda
