// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/range.h"

#include "base/cpu.h"
#include "signal/loops.h"

namespace espy::signal {
namespace {

ESPY_SIMD_CLONES Range<std::int32_t> rangeOf(const std::int32_t* samples, std::int64_t count) {
  Range<std::int32_t> range{samples[0], samples[0]};
  for (std::int64_t i = 0; i < count; ++i) {
    range.least = std::min(range.least, samples[i]);
    range.most = std::max(range.most, samples[i]);
  }
  return range;
}

/// In lanes of its own, since compilers may not do that to minima of floats.
ESPY_SIMD_CLONES Range<float> rangeOf(const float* samples, std::int64_t count) {
  constexpr std::int64_t kLanes = 16;
  float least[kLanes];
  float most[kLanes];
  float odd[kLanes] = {};  // 0, or not a number where a sample is not finite
  std::fill(least, least + kLanes, samples[0]);
  std::fill(most, most + kLanes, samples[0]);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::int64_t k = 0; k < kLanes; ++k) {
      least[k] = samples[i + k] < least[k] ? samples[i + k] : least[k];
      most[k] = samples[i + k] > most[k] ? samples[i + k] : most[k];
      odd[k] += samples[i + k] * 0;
    }
  }
  Range<float> range{*std::min_element(least, least + kLanes),
                     *std::max_element(most, most + kLanes)};
  for (; i < count; ++i) {
    range.least = std::min(range.least, samples[i]);
    range.most = std::max(range.most, samples[i]);
    odd[0] += samples[i] * 0;
  }
  range.finite = std::all_of(odd, odd + kLanes, [](float lane) { return lane == 0; });
  return range;
}

template <class Sample>
Range<Sample> both(const Range<Sample>& a, const Range<Sample>& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.finite && b.finite};
}

}  // namespace

template <class Sample>
Range<Sample> rangeOf(const SignalTask<Sample>& task, const Control& control) {
  const auto size = static_cast<std::int64_t>(task.data.size());
  std::vector<Range<Sample>> ranges(static_cast<std::size_t>(chunksOf(size)));
  inChunks(size, control, [&](std::int64_t from, std::int64_t count) {
    ranges[from / kChunk] = rangeOf(task.data.data() + from, count);
  });
  Range<Sample> all = rangeOf(task.queries.data(), static_cast<std::int64_t>(task.queries.size()));
  for (const Range<Sample>& range : ranges) all = both(all, range);
  return all;
}

template Range<std::int32_t> rangeOf(const SignalTask<std::int32_t>&, const Control&);
template Range<float> rangeOf(const SignalTask<float>&, const Control&);

}  // namespace espy::signal
