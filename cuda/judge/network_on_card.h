// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "cuda/judge/kernels.h"
#include "espy/control.h"
#include "espy/error.h"

namespace espy::cuda {

/// A network on the card, and how samples that are there go through it.
class NetworkOnCard {
 public:
  /// `plainly` as the paper tells it.
  NetworkOnCard(Gpu& gpu, const Network& network, bool plainly);
  /// A network whose numbers are on the card already.
  NetworkOnCard(DeviceNetwork network, bool plainly);

  Message describe() const;
  const DeviceNetwork& network() const { return network_; }
  std::int64_t outputs() const { return network_.layers().back().outputs(); }
  /// From sample to sample, in numbers: of all that is given to `run`.
  std::int64_t pitch() const { return pitch_; }
  /// Where the outputs of a sample begin.
  std::int64_t skipped() const { return skipped_; }

  /// Queues all layers. `samples` is written over, and so is `other`, which has as much room; says
  /// in which of both the outputs are.
  DeviceSamples run(Gpu& gpu, const DeviceSamples& samples, const DeviceSamples& other,
                    const Control& control) const;

 private:
  enum class Way : std::uint8_t { plain, forMany, rows, crops };

  static Way wayFor(const NetworkShape& shape, bool plainly);

  DeviceNetwork network_;
  Way way_;
  std::int64_t pitch_ = 0;
  std::int64_t skipped_ = 0;
  DeviceBuffer<float> packed_;
};

}  // namespace espy::cuda
