// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/contour.h"

namespace espy::contour {

/// The fast engine, on this many threads, and the definition. For float, double, std::int32_t and
/// std::uint16_t.
template <class Number>
IntervalTable<Number> fillFast(const IntervalTask<Number>& task, int threads,
                               const Control& control);
template <class Number>
IntervalTable<Number> fillByReference(const IntervalTask<Number>& task);

/// By i, then j.
void sortSplits(std::vector<std::array<std::int64_t, 3>>& splits);

}  // namespace espy::contour
