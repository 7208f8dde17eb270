// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/memory.h"
#include "cuda/base/stream.h"
#include "espy/control.h"
#include "espy/recording.h"

namespace espy::cuda::motif {

/// Device samples are `(sample - centre) * gain` in float.
struct SampleScale {
  double centre = 0;
  double gain = 1;
  float bring(double sample) const { return static_cast<float>((sample - centre) * gain); }
  bool operator==(const SampleScale&) const = default;
};

/// Centre and gain that bring most samples near 0, from some thousand of them.
SampleScale scaleOf(const Samples& samples);

/// Samples beyond this cannot be searched in float.
inline constexpr float kMostOnGpu = 1e9F;
/// Readable floats past the end of device samples.
inline constexpr std::int64_t kPastEnd = 64;

/// Uploads `count` samples from `from` on; gaps become NaN, samples that are too large infinite.
/// Later work in `stream` waits for them. Returns the pieces in which unequal neighbours became the
/// same float (`LevelRule::merged`).
std::vector<std::uint8_t> sendSamples(const Samples& samples, std::int64_t from, std::int64_t count,
                                      const SampleScale& scale, float* to, const Stream& stream,
                                      const Control& control);

}  // namespace espy::cuda::motif
