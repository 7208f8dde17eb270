// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "espy/engine/network.h"

/// GPU strategies of sparse-network besides `RunNetwork`: a capability of the engine `cuda`.
namespace espy::lab {

enum class SparseGpuStrategy : std::uint8_t {
  naive,   ///< one thread per output, reads from global memory
  shared,  ///< the same with the block's inputs in shared memory
};

struct SparseGpuRequest {
  NetworkTask task;  ///< samples are rows, the network is not padded
  SparseGpuStrategy strategy = SparseGpuStrategy::naive;
  int block = 256;  ///< threads per block; a multiple of 32 up to 1024
};

/// Runs one launch per layer; bit-equal to the reference. Stages, timed on the GPU: "upload",
/// "layers", "download".
struct RunSparseOnGpu {
  using Function = std::function<void(const SparseGpuRequest& request, std::span<float> outputs,
                                      const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "sparse-network";
};

}  // namespace espy::lab
