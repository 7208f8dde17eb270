// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "espy/engine/network.h"

/// The kernels that run networks. Samples lie one after the other, `pitch` numbers apart; a network
/// is on the device in the order that `Network` has.
namespace espy::cuda {

/// Many samples on the device.
struct DeviceSamples {
  float* numbers = nullptr;
  std::int64_t pitch = 0;
  std::int64_t count = 0;
};

/// A network on the device: weights, biases, readout, one behind the other.
class DeviceNetwork {
 public:
  DeviceNetwork(Gpu& gpu, const Network& network);
  /// Of this shape, with numbers that are still to be written.
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

/// One layer as the paper runs it: a thread an output, a launch a layer; each sample reads all
/// weights anew.
void runLayerPlainly(Gpu& gpu, const DeviceNetwork& network, const LayerShape& layer,
                     const DeviceSamples& from, const DeviceSamples& to);

/// One layer of any shape: a thread keeps the weights of an output for all samples that it takes.
void runLayerForMany(Gpu& gpu, const DeviceNetwork& network, const LayerShape& layer,
                     const DeviceSamples& from, const DeviceSamples& to);

/// Some layers of samples that are rows, R from 3 to 15: weights of a piece of the row stay in
/// registers while one sample after the other goes through. Numbers keep their places: output i of
/// a layer that is not padded lies `before` further right than in its own row. So samples have room
/// for `inputs` numbers, of which those that are no outputs become 0; pitches are multiples of 4.
bool canRunRows(const NetworkShape& shape);
int rowLayersAtOnce(int neighbours);
void runRows(Gpu& gpu, const DeviceNetwork& network, int firstLayer, int layers,
             const DeviceSamples& from, const DeviceSamples& to);

/// All layers for crops of 32 x 32, padded, R from 3 to 9: layers stand in line, each with its
/// weights in registers, and crops go from one to the next through shared memory, on as many
/// multiprocessors as that takes. Samples lie without gaps.
inline constexpr int kCropSide = 32;
bool canRunCrops(const NetworkShape& shape);
/// The weights in the order in which threads take them.
std::vector<float> packCrops(const Network& network);
void runCrops(Gpu& gpu, const NetworkShape& shape, const float* packed, const DeviceSamples& from,
              const DeviceSamples& to);

/// Evidence of each sample from the outputs of the last layer, which begin `skip` numbers on.
void readOut(Gpu& gpu, const DeviceNetwork& network, const DeviceSamples& outputs,
             std::int64_t skip, float* evidence);

}  // namespace espy::cuda
