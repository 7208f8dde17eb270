// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "cuda/judge/kernels.h"
#include "espy/control.h"
#include "espy/error.h"

namespace espy::cuda {

/// A network on the GPU, and inference on samples there.
class NetworkOnGpu {
 public:
  /// `plainly`: by runLayerPlainly(), whatever the shape.
  NetworkOnGpu(Gpu& gpu, const Network& network, bool plainly);
  /// A network whose parameters are on the GPU already.
  NetworkOnGpu(DeviceNetwork network, bool plainly);

  Message describe() const;
  const DeviceNetwork& network() const { return network_; }
  std::int64_t outputs() const { return network_.layers().back().outputs(); }
  /// Pitch of samples in numbers, for `run`.
  std::int64_t pitch() const { return pitch_; }
  /// Index of a sample's first output.
  std::int64_t skipped() const { return skipped_; }

  /// Queues all layers. Overwrites `samples` and `other`, which is as large; returns the one with
  /// the outputs.
  DeviceSamples run(Gpu& gpu, const DeviceSamples& samples, const DeviceSamples& other,
                    const Control& control) const;

 private:
  enum class Strategy : std::uint8_t { plain, forMany, rows, crops };

  static Strategy strategyFor(const NetworkShape& shape, bool plainly);

  DeviceNetwork network_;
  Strategy strategy_;
  std::int64_t pitch_ = 0;
  std::int64_t skipped_ = 0;
  DeviceBuffer<float> packed_;
};

}  // namespace espy::cuda
