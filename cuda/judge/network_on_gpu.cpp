// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/judge/network_on_gpu.h"

#include <algorithm>
#include <utility>

#include "base/phrase.h"

namespace espy::cuda {

NetworkOnGpu::Strategy NetworkOnGpu::strategyFor(const NetworkShape& shape, bool plainly) {
  if (plainly) return Strategy::plain;
  if (canRunCrops(shape)) return Strategy::crops;
  return canRunRows(shape) ? Strategy::rows : Strategy::forMany;
}

NetworkOnGpu::NetworkOnGpu(DeviceNetwork network, bool plainly)
    : network_(std::move(network)), strategy_(strategyFor(network_.shape(), plainly)) {
  const NetworkShape& shape = network_.shape();
  pitch_ = shape.inputs;
  if (strategy_ != Strategy::rows) return;
  pitch_ = (pitch_ + 3) / 4 * 4;
  if (!shape.padded) skipped_ = std::int64_t{shape.neighbours / 2} * shape.layers;
}

NetworkOnGpu::NetworkOnGpu(Gpu& gpu, const Network& network, bool plainly)
    : NetworkOnGpu(DeviceNetwork(gpu, network), plainly) {
  if (strategy_ != Strategy::crops) return;
  const std::vector<float> packed = packCrops(network);
  packed_ = DeviceBuffer<float>(packed.size());
  gpu.stream().copy(packed_.data(), packed.data(), packed_.bytes());
  gpu.stream().wait();
}

Message NetworkOnGpu::describe() const {
  switch (strategy_) {
    case Strategy::plain:
      return phrase("layer by layer");
    case Strategy::forMany:
      return phrase("layer by layer, weights shared by samples");
    case Strategy::rows:
      return phrase("{} layers at once, weights in registers",
                    rowLayersAtOnce(network_.shape().neighbours));
    default:
      return phrase("layers in a pipeline, weights in registers");
  }
}

DeviceSamples NetworkOnGpu::run(Gpu& gpu, const DeviceSamples& samples, const DeviceSamples& other,
                                const Control& control) const {
  DeviceSamples from = samples;
  DeviceSamples to = other;
  const auto layers = static_cast<int>(network_.layers().size());
  const int atOnce = strategy_ == Strategy::rows    ? rowLayersAtOnce(network_.shape().neighbours)
                     : strategy_ == Strategy::crops ? cropLayersAtOnce()
                                                    : 1;
  // Pending launches: enough to keep the GPU busy, few enough to cancel quickly.
  constexpr int kAhead = 16;
  int launches = 0;
  for (int first = 0; first < layers; first += atOnce) {
    if (++launches % kAhead == 0) {
      gpu.stream().wait();
      control.check();
    }
    const LayerShape& layer = network_.layers()[static_cast<std::size_t>(first)];
    const int own = std::min(atOnce, layers - first);
    if (strategy_ == Strategy::crops) {
      runCrops(gpu, network_.shape(), packed_.data(), first, own, from, to);
    } else if (strategy_ == Strategy::rows) {
      runRows(gpu, network_, first, own, from, to);
    } else if (strategy_ == Strategy::forMany) {
      runLayerForMany(gpu, network_, layer, from, to);
    } else {
      runLayerPlainly(gpu, network_, layer, from, to);
    }
    std::swap(from, to);
  }
  return from;
}

}  // namespace espy::cuda
