// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/signal/motif_query.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuda/base/launch_throttle.h"
#include "signal/motif_plan.h"

namespace espy::cuda::motif {
namespace {

/// Samples beyond this are clamped: no window reaches them.
constexpr double kMostOfQuery = 4.0 * kMostOnGpu;

}  // namespace

GpuQuery::GpuQuery(const MotifTask& task, const signal::QueryRows& rows, std::int64_t query,
                   std::int64_t data, const SampleScale& scale, const Stream& stream)
    : length_(rows.length()), method_(task.options.method) {
  band_ = method_ == MotifMethod::dtw ? std::min(signal::bandOf(task), length_) : 0;
  const MotifNormalise how = signal::normaliseOf(task);
  const bool own = how == MotifNormalise::none || how == MotifNormalise::mean;
  const double gain = own ? scale.gain : 1;
  const double centre = how == MotifNormalise::none ? scale.centre : 0;
  std::vector<float> samples;
  double power = 0;
  for (const double sample : rows.row(query, data)) {
    const double brought = (sample - centre) * gain;
    const double held = std::clamp(brought, -kMostOfQuery, kMostOfQuery);
    isHeld_ = isHeld_ || held != brought;
    samples.push_back(static_cast<float>(held));
    power += static_cast<double>(samples.back()) * samples.back();
  }
  rms_ = std::sqrt(power / static_cast<double>(length_));
  unit_ = signal::rootOf(method_, rows.scale()) / gain;
  layRanges(samples, stream);
  if (band_ > 0) layColumns(samples, stream);
  stream.wait();
}

Sum GpuQuery::kind() const {
  if (warps()) return Sum::keogh;
  return method_ == MotifMethod::sad ? Sum::absolutes : Sum::squares;
}

Allowance GpuQuery::allowance(double limit) const {
  const auto length = static_cast<double>(length_);
  const double off = (2 * length + 4) * 0x1p-24;
  Allowance allowed;
  allowed.squared = method_ != MotifMethod::sad;
  allowed.most = static_cast<float>(limit / unit_ * (1 + 0x1p-20));
  const double cells = length * std::min(static_cast<double>(2 * band_ + 1), length);
  allowed.slack = static_cast<float>(0x1p-21 * (allowed.squared ? std::sqrt(cells) : length));
  allowed.growth = static_cast<float>(1 / (1 - off) * (1 + 0x1p-20));
  return allowed;
}

/// The envelope per sample, and the chunks by selectivity.
void GpuQuery::layRanges(const std::vector<float>& samples, const Stream& stream) {
  const std::int64_t chunks = (length_ + kChunk - 1) / kChunk;
  std::vector<Range> ranges(static_cast<std::size_t>(chunks * kChunk), Range{0, 0});
  std::vector<double> weights(static_cast<std::size_t>(chunks));
  for (std::int64_t i = 0; i < length_; ++i) {
    const auto first = samples.begin() + std::max<std::int64_t>(0, i - band_);
    const auto end = samples.begin() + std::min(length_, i + band_ + 1);
    const auto [lower, upper] = std::minmax_element(first, end);
    ranges[i] = {*upper, *lower};
    weights[i / kChunk] += static_cast<double>(samples[i]) * samples[i];
  }
  std::vector<std::int32_t> order(static_cast<std::size_t>(chunks));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return weights[a] > weights[b]; });
  ranges_ = onGpu(ranges, stream);
  order_ = onGpu(order, stream);
  stream.wait();
}

void GpuQuery::layColumns(const std::vector<float>& samples, const Stream& stream) {
  std::vector<float> columns(
      static_cast<std::size_t>(narrow() ? narrowSize(length_, band_) : wideSize(length_)));
  if (narrow()) {
    layNarrow(samples.data(), length_, band_, columns.data());
  } else {
    layWide(samples.data(), length_, columns.data());
  }
  columns_ = onGpu(columns, stream);
  stream.wait();
}

void warpListed(const GpuQuery& query, WarpTask task, DeviceBuffer<float4>& between, const Gpu& gpu,
                const Control& control) {
  constexpr std::int64_t kMostCells = 400'000'000'000;
  const std::int64_t cells = query.length() * std::min(2 * query.band() + 1, query.length());
  task.query = query.columns();
  task.band = query.band();
  if (!query.narrow()) {
    const auto needed =
        static_cast<std::size_t>(wideWork(query.length(), query.band(), gpu.multiprocessors()));
    if (between.size() < needed) between = DeviceBuffer<float4>(needed);
  }
  const std::uint32_t* places = task.places;
  LaunchThrottle throttle(gpu.stream(), control);
  overParts(task.count, std::max<std::int64_t>(4096, kMostCells / cells),
            [&](std::int64_t from, std::int64_t end) {
              task.places = places + from;
              task.count = end - from;
              throttle.run([&] {
                if (query.narrow()) return warpNarrowly(task, gpu.stream());
                warpWidely(task, between.data(), gpu.multiprocessors(), gpu.stream());
              });
            });
}

}  // namespace espy::cuda::motif
