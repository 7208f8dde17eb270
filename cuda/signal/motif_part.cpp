// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/signal/motif_part.h"

#include <algorithm>
#include <cmath>

#include "cuda/signal/motif_query.h"
#include "signal/motif_plan.h"

namespace espy::cuda::motif {

LevelRule ChannelPart::rule(const MotifTask& task, std::int64_t at, double queryRms) const {
  LevelRule rule;
  const MotifNormalise how = signal::normaliseOf(task);
  rule.normalisation = how == MotifNormalise::z      ? Normalisation::z
                       : how == MotifNormalise::mean ? Normalisation::mean
                                                     : Normalisation::none;
  rule.flat = 2 * signal::kFlat;
  rule.distant = std::abs(scale.centre) * scale.gain;
  // Squares too small for float have a larger relative error.
  rule.queryRms = queryRms + 0x1p-50;
  rule.merged = merged.data() + at / kMergedPiece;
  return rule;
}

SampleScale scaleFor(const MotifTask& task, std::int64_t channel, const signal::RowLevel& level) {
  if (signal::normaliseOf(task) == MotifNormalise::global) {
    if (!(level.deviation > 0)) return {level.mean, 0};
    return {level.mean, 1 / level.deviation};
  }
  SampleScale scale = scaleOf(task.data[channel]);
  if (signal::normaliseOf(task) == MotifNormalise::z) return scale;
  // Squares of the queries, and the error of their means, must fit, too.
  for (std::int64_t i = 0; i < std::ssize(task.query); ++i) {
    if (std::abs(i - channel) >= task.options.reach) continue;
    for (std::int64_t k = 0; k < signal::queryLength(task); ++k) {
      const double sample = task.query[i][k];
      const double apart = std::max(std::abs(sample - scale.centre), std::abs(sample) * 0x1p-32);
      if (apart * scale.gain > kMostOnGpu) scale.gain = kMostOnGpu / apart;
    }
  }
  return scale;
}

ChannelPart sendPart(const Samples& samples, std::int64_t from, std::int64_t count,
                     const SampleScale& scale, const Stream& stream, const Control& control) {
  ChannelPart part;
  part.samples = DeviceBuffer<float>(static_cast<std::size_t>(count + kPastEnd));
  part.from = from;
  part.count = count;
  part.scale = scale;
  stream.set(part.samples.data() + count, 0, kPastEnd * sizeof(float));
  part.merged =
      onGpu(sendSamples(samples, from, count, scale, part.samples.data(), stream, control), stream);
  return part;
}

std::shared_ptr<const ChannelPart> PartsOnGpu::part(const MotifTask& task, std::int64_t channel,
                                                    std::int64_t from, std::int64_t count,
                                                    const SampleScale& scale, const Stream& stream,
                                                    const Control& control) {
  whole_.resize(task.data.size());
  const Samples& samples = task.data[channel];
  std::shared_ptr<const ChannelPart>& kept = whole_[channel];
  const bool whole = count == samples.size();
  if (whole && kept && kept->scale == scale) return kept;
  kept.reset();  // frees it before the next allocation
  auto sent =
      std::make_shared<const ChannelPart>(sendPart(samples, from, count, scale, stream, control));
  if (whole) kept = sent;
  return sent;
}

std::int64_t PartsOnGpu::samplesThatFit() const {
  constexpr double kForSamples = 0.7;
  const double room = static_cast<double>(availableDeviceBytes()) / sizeof(float);
  double here = 0;
  for (const auto& part : whole_) here += part ? static_cast<double>(part->count) : 0;
  return static_cast<std::int64_t>(kForSamples * (room + here));
}

}  // namespace espy::cuda::motif
