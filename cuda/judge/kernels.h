// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "espy/engine/network.h"

/// Inference kernels. Samples have a pitch of `pitch` numbers; a network's parameters are in
/// `Network`'s order.
namespace espy::cuda {

/// Samples on the device.
struct DeviceSamples {
  float* numbers = nullptr;
  std::int64_t pitch = 0;
  std::int64_t count = 0;
};

/// A network on the device: weights, biases, readout in one buffer.
class DeviceNetwork {
 public:
  DeviceNetwork(Gpu& gpu, const Network& network);
  /// Uninitialised parameters of this shape.
  explicit DeviceNetwork(const NetworkShape& shape);

  const NetworkShape& shape() const { return shape_; }
  const std::vector<LayerShape>& layers() const { return layers_; }
  const float* weights(const LayerShape& layer) const {
    return numbers_.data() + layer.firstWeight;
  }
  const float* biases(const LayerShape& layer) const {
    return numbers_.data() + biasesAt_ + layer.firstBias;
  }
  const float* readout() const { return numbers_.data() + readoutAt_; }
  float readoutBias() const { return readoutBias_; }
  const DeviceBuffer<float>& numbers() const { return numbers_; }

 private:
  NetworkShape shape_;
  std::vector<LayerShape> layers_;
  std::size_t biasesAt_ = 0;
  std::size_t readoutAt_ = 0;
  float readoutBias_ = 0;
  DeviceBuffer<float> numbers_;
};

/// One layer as in the paper that the lab's sparse-network repeats (docs/lab.md): a thread per
/// output; each sample reads all weights again.
void runLayerPlainly(Gpu& gpu, const DeviceNetwork& network, const LayerShape& layer,
                     const DeviceSamples& from, const DeviceSamples& to);

/// One layer of any shape: a thread keeps an output's weights for all its samples.
void runLayerForMany(Gpu& gpu, const DeviceNetwork& network, const LayerShape& layer,
                     const DeviceSamples& from, const DeviceSamples& to);

/// Several layers of row samples, R from 3 to 15: weights of a piece of the row stay in registers
/// for all samples. Positions are kept: output i of an unpadded layer is `before` further right.
/// Samples therefore have `inputs` numbers, unused ones zeroed; pitches are multiples of 4.
bool canRunRows(const NetworkShape& shape);
int rowLayersAtOnce(int neighbours);
void runRows(Gpu& gpu, const DeviceNetwork& network, int firstLayer, int layers,
             const DeviceSamples& from, const DeviceSamples& to);

/// Several layers for padded crops of 32 x 32, R from 3 to 9: a pipeline of layers with weights in
/// registers; crops are passed on through shared memory. The first layer is even. Samples are
/// contiguous.
inline constexpr int kCropSide = 32;
bool canRunCrops(const NetworkShape& shape);
/// The weights in thread order.
std::vector<float> packCrops(const Network& network);
int cropLayersAtOnce();
void runCrops(Gpu& gpu, const NetworkShape& shape, const float* packed, int firstLayer, int layers,
              const DeviceSamples& from, const DeviceSamples& to);

/// Each sample's evidence from the last layer's outputs, which begin at `skip`.
void readOut(Gpu& gpu, const DeviceNetwork& network, const DeviceSamples& outputs,
             std::int64_t skip, float* evidence);

}  // namespace espy::cuda
