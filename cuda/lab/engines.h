// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lab/signal_card.h"

/// What the lab asks of the device. Each call takes the device for itself while it runs.
namespace espy::cuda {

template <class Value>
SignalMatches<Value> searchOnCard(const lab::CardRequest<Value>& request, const Control& control,
                                  Timeline& timeline);

template <class Value>
std::vector<Value> generateOnCard(std::int64_t count, std::uint64_t seed, const Control& control);

lab::CardRates measureCardRates(const Control& control);

}  // namespace espy::cuda
