// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "espy/control.h"
#include "espy/engine/signal.h"

/// GPU strategies of signal-sad: capabilities of the engine `cuda`.
namespace espy::lab {

/// The paper's strategies, those that replace its atomic additions, and Espy's own.
enum class GpuStrategy : std::uint8_t {
  naive,
  privateSum,
  tiling,          ///< a thread holds one sample and adds each difference atomically
  tilingGather,    ///< a thread sums one position over tiles of both, in a register
  constant,        ///< as `tiling`, with the queries in constant memory
  constantGather,  ///< a thread sums one position in a register, with queries in constant memory
  best
};
/// How the minimum of the sums is computed: by one thread per query, as in the paper, or by a
/// parallel reduction. `best` fuses it with the sums.
enum class GpuMinimum : std::uint8_t { onePerQuery, reduction };

template <class Value>
struct GpuRequest {
  SignalTask<Value> task;  ///< in host memory; with `generate`, only its sizes are used
  /// Generates the data on the GPU (cuRAND) from the seed instead of uploading it; queries are
  /// always uploaded.
  bool generate = false;
  std::uint64_t seed = 1;
  GpuStrategy strategy = GpuStrategy::naive;
  GpuMinimum minimum = GpuMinimum::onePerQuery;
  int block = 128;  ///< threads per block; a multiple of 32 up to 1024
};

/// Searches. Stages, timed on the GPU: "generate" or "upload", "sums", "minimum", "download";
/// `best` has "prepare" for its data layout. Throws `unsupported` for queries that exceed constant
/// memory. Integer sums are exact; floats may be summed in another order than on the processor.
template <class Value>
struct SearchOnGpu {
  using Function =
      std::function<SignalMatches<Value>(const GpuRequest<Value>&, const Control&, Timeline&)>;
  static constexpr const char* kName = "signal-sad";
};

/// The data that a request with this seed generates, in host memory.
template <class Value>
struct GenerateOnGpu {
  using Function =
      std::function<std::vector<Value>(std::int64_t count, std::uint64_t seed, const Control&)>;
  static constexpr const char* kName = "signal-sad data";
};

/// Peak rates of the GPU in differences per second, measured by kernels without loads or branches.
struct GpuRates {
  double bytes = 0;  ///< packed, four at once
  double floats = 0;
};
struct MeasureGpuRates {
  using Function = std::function<GpuRates(const Control&)>;
  static constexpr const char* kName = "rates";
};

}  // namespace espy::lab
