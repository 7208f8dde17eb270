// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "signal/rows.h"

namespace espy::signal {

/// A position's score, given the costs of its pairs of channels.
struct PlaceScore {
  double distance = std::numeric_limits<double>::infinity();  ///< if it is no match
  std::vector<ChannelMatch> channels;
};

/// The exact, scaled cost of query channel `i` against the window of data channel `j` at `at`;
/// infinite at gaps and where the position is pruned.
using PairCost = std::function<double(std::int64_t i, std::int64_t j, std::int64_t at)>;

PlaceScore scoreOf(const MotifTask& task, const QueryRows& queries, std::int64_t start,
                   const PairCost& cost);

}  // namespace espy::signal
