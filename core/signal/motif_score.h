// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "signal/rows.h"

namespace espy::signal {

/// What the definition makes of a place, once the costs of its pairs of channels are known.
struct PlaceScore {
  double distance = std::numeric_limits<double>::infinity();  ///< so, if it is no match
  std::vector<ChannelMatch> channels;
};

/// The exact, scaled cost of query channel `i` against the window of data channel `j` at `at`;
/// infinite where there is a gap, or where it is certain that the place does not matter.
using PairCost = std::function<double(std::int64_t i, std::int64_t j, std::int64_t at)>;

PlaceScore scoreOf(const MotifTask& task, const QueryRows& queries, std::int64_t start,
                   const PairCost& cost);

}  // namespace espy::signal
