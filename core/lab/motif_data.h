// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/recording.h"

/// Recordings that are made up.
namespace espy::lab {

using Rows = std::vector<std::vector<double>>;

/// For who searches them; the rows must stay.
std::vector<Samples> samplesOf(const Rows& rows);

/// Noise of power 1 that varies as slowly as a moving mean of `width` samples, taken twice.
std::vector<double> smoothNoise(std::int64_t size, std::int64_t width, std::uint64_t seed);

}  // namespace espy::lab
