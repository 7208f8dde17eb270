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

/// How samples become floats: those of the card are `(sample - centre) * gain`.
struct SampleScale {
  double centre = 0;
  double gain = 1;
  float bring(double sample) const { return static_cast<float>((sample - centre) * gain); }
  bool operator==(const SampleScale&) const = default;
};

/// So that most samples lie within a few of 0, told from some thousand of them.
SampleScale scaleOf(const Samples& samples);

/// Samples beyond this are too large to be searched beside the others in float.
inline constexpr float kMostOnCard = 1e9F;
/// Floats that can be read past the end of samples on the card.
inline constexpr std::int64_t kPastEnd = 64;

/// Sends as many samples from `from` on as `count` says; gaps become NaN, and what is too large
/// infinite. What is queued in `stream` afterwards waits for them. Marks pieces of them in which
/// neighbours that differ have become the same float (`LevelRule::merged`).
std::vector<std::uint8_t> sendSamples(const Samples& samples, std::int64_t from, std::int64_t count,
                                      const SampleScale& scale, float* to, const Stream& stream,
                                      const Control& control);

}  // namespace espy::cuda::motif
