// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "espy/engine/network.h"

/// What a graphics card can be asked for by sparse-network beside `RunNetwork`, which is Espy's own
/// way: a capability of the engine `cuda`.
namespace espy::lab {

enum class SparseCardStrategy : std::uint8_t {
  naive,   ///< a thread an output, which reads all from global memory
  shared,  ///< the same, but blocks hold the inputs that they see in shared memory
};

struct SparseCardRequest {
  NetworkTask task;  ///< samples that are rows, of a network that is not padded
  SparseCardStrategy strategy = SparseCardStrategy::naive;
  int block = 256;  ///< threads; a multiple of 32 up to 1024
};

/// Runs, a launch a layer, with the reference's answer to the last bit. Stages, by the card's own
/// clock: "upload", "layers", "download".
struct RunSparseOnCard {
  using Function = std::function<void(const SparseCardRequest& request, std::span<float> outputs,
                                      const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "sparse-network";
};

}  // namespace espy::lab
