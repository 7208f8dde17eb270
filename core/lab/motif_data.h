// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/recording.h"

/// Synthetic recordings.
namespace espy::lab {

using Rows = std::vector<std::vector<double>>;

/// Views of the rows, which must outlive them.
std::vector<Samples> samplesOf(const Rows& rows);

/// Noise of power 1, smoothed twice by a moving average of `width` samples.
std::vector<double> smoothNoise(std::int64_t size, std::int64_t width, std::uint64_t seed);

/// The row at another length, by linear interpolation between fixed ends.
std::vector<double> resampled(const std::vector<double>& row, std::int64_t length);

}  // namespace espy::lab
