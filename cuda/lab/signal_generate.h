// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"

namespace espy::cuda {

/// Fills `data` with uniform random numbers as in the paper: integers 0..99, or floats in [0, 1).
/// Deterministic per seed; a prefix does not depend on `count`.
template <class Value>
void queueGenerate(Value* data, std::int64_t count, std::uint64_t seed, const Stream& stream);

}  // namespace espy::cuda
