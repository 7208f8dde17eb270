// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"

namespace espy::bench {

/// Keeps the card busy for about so long, so that what is queued behind it runs without waiting for
/// the host: then events time the card alone.
void holdCard(const cuda::Stream& stream, int microseconds);

/// Arithmetic that a kernel of nothing else does, to know what the card can do at best, as those of
/// cuda/lab/signal_rates.h. Queues such a kernel and says how many operations that is.
///
/// Products of bytes, added up, by the tensor cores' instruction for warps; 0 where this library
/// has no such code for the card.
double queueByteProducts(cuda::Gpu& gpu);

/// Waits; says how many of these numbers on the card differ.
std::int64_t countDifferences(cuda::Gpu& gpu, const float* a, const float* b, std::int64_t count);

}  // namespace espy::bench
