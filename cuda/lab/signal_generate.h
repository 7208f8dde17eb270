// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"

namespace espy::cuda {

/// Fills `data` with random numbers, of a kind as the paper's: whole ones 0..99, or floats in [0,
/// 1). The same seed gives the same, and more of them begin with fewer of them.
template <class Value>
void queueGenerate(Value* data, std::int64_t count, std::uint64_t seed, const Stream& stream);

}  // namespace espy::cuda
