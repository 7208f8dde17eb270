// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"
#include "espy/control.h"
#include "exact/match_bits.h"

namespace espy::cuda {

/// Rows of `MatchBits` that bits belong to.
struct BitRowsOfMatches {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Fetches rows of bits, `rowWords` words (an even number) apart, of which those from bit `skip` on
/// are wanted. Waits for the stream.
void fetchBits(Gpu& gpu, const std::uint32_t* words, std::int64_t rowWords, std::int64_t skip,
               const BitRowsOfMatches& rows, const Control& control, exact::MatchBits& bits);

}  // namespace espy::cuda
