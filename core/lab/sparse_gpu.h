// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "base/phrase.h"
#include "espy/engine/network.h"
#include "lab/sparse_doubles.h"

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

/// The paper's kernels. All use shared memory for inputs and weights.
enum class SparseDoublesKernel : std::uint8_t {
  /// Blocks of 1024 threads, R of them per output; products replace the weights in shared memory,
  /// and are added by a parallel reduction.
  maxThreadsSumReduction,
  maxThreadsNoReduction,  ///< the same, but one of the R threads adds
  rThreads,               ///< a block of R threads per output; its first thread adds
};

struct SparseDoublesRequest {
  DoubleTask task;
  SparseDoublesKernel kernel = SparseDoublesKernel::maxThreadsNoReduction;
};

/// Runs one launch per layer and sample; outputs are `nearlyEqual` to the sequential ones. Stages
/// as those of `RunSparseOnGpu`. Throws `badUse` with the message of `sparseDoublesRefusal`.
struct RunSparseDoublesOnGpu {
  using Function =
      std::function<void(const SparseDoublesRequest& request, std::span<double> outputs,
                         const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "sparse-network doubles";
};

/// Threads of a block of the kernels maxThreads.
inline constexpr int kMostBlockThreads = 1024;
/// Blocks of a grid on the paper's GPU, which it takes as the limit (equation 4).
inline constexpr std::int64_t kMostGridBlocks = 65'535;

/// Why a network is too large for a kernel by the paper's limits; empty if it is not.
inline Message sparseDoublesRefusal(const DoubleNetwork& network, SparseDoublesKernel kernel) {
  const std::int64_t outputs = network.outputs(0);
  if (kernel == SparseDoublesKernel::rThreads) {
    if (outputs <= kMostGridBlocks) return {};
    return phrase("a layer may have {} outputs, a block for each, not {}", kMostGridBlocks,
                  outputs);
  }
  const std::int64_t most =
      kMostGridBlocks * kMostBlockThreads / network.neighbours + network.neighbours - 1;
  if (network.inputs <= most) return {};
  return phrase("a layer of {} neighbours may have {} inputs, not {}", network.neighbours, most,
                network.inputs);
}

}  // namespace espy::lab
