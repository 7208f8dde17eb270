// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace espy::lab {

/// Seeded values, the same on every machine: whole numbers 0..99, or floats in [0, 1), uniform.
template <class Value>
std::vector<Value> randomSignal(std::int64_t count, std::uint64_t seed);

}  // namespace espy::lab
