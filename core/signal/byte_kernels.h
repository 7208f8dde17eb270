// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "signal/bytes.h"

/// The innermost loops of signal_bytes.h, one for each level.
namespace espy::signal {

/// A tile and steps of eight samples, so few that 16 bits hold their sums.
struct ByteSteps {
  const std::uint8_t* words;  ///< of the first place and sample
  const std::uint8_t* query;  ///< the first sample of the first query
  std::int64_t pitch;         ///< from query to query
  int queries;
  std::int64_t steps;
  std::uint32_t* sums;
};
void addByAvx512(const ByteSteps& what);
void addByAvx2(const ByteSteps& what);

/// For all that is left: `samples` of one query at kTile places.
void addPlainly(const std::uint8_t* data, const std::uint8_t* query, std::int64_t samples,
                std::uint32_t* sums);

}  // namespace espy::signal
