// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"
#include "espy/control.h"
#include "exact/match_bits.h"

namespace espy::cuda {

/// The rows of `MatchBits` to fill.
struct BitRowsOfMatches {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Downloads rows of bits with a pitch of `rowWords` words (an even number), from bit `skip` on.
/// Synchronises.
void fetchBits(Gpu& gpu, const std::uint32_t* words, std::int64_t rowWords, std::int64_t skip,
               const BitRowsOfMatches& rows, const Control& control, exact::MatchBits& bits);

}  // namespace espy::cuda
