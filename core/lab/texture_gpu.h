// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "lab/texture_task.h"

/// GPU strategies of texture-search besides `RankReferences`: capabilities of the engine `cuda`.
namespace espy::lab {

/// Number formats of factors and sums.
enum class TextureNumbers : std::uint8_t {
  fp32,   ///< exact, because the integers are small
  fp16,   ///< half precision, scaled against overflow of the sums, which are rounded
  mixed,  ///< half precision with float sums
};

/// Memory of the library, in the factors' format, when a search begins.
enum class TexturePlace : std::uint8_t {
  gpu,
  ordinary,  ///< pageable host memory
  pinned,    ///< page-locked host memory
};

struct TextureGpuRequest {
  TextureNumbers numbers = TextureNumbers::fp32;
  std::int64_t batch = 1;  ///< references per matrix product
  /// Streams for products and transfers; 1 if the library is on the GPU.
  int streams = 1;
  /// Whether each stream has a host thread and an equal part of the references; otherwise one
  /// thread gives batches to the streams in turn.
  bool hostThreads = false;
  /// Per cent of the batches, the newest, that stay in the GPU's memory (`HybridCache`); the others
  /// come from the host's. Only of a library in host memory, and without `hostThreads`.
  int resident = 0;
  /// Whether cuBLAS may use tensor cores.
  bool tensorCores = true;
};

/// A library prepared for a GPU. The task that it was made from must outlive it.
class TextureOnGpu {
 public:
  virtual ~TextureOnGpu() = default;
  /// As in the paper: distances by cuBLAS matrix products, then a kernel that adds norms and finds
  /// the two least of each column; query by query. Stages, timed on the GPU: "upload" (of the
  /// query), "count" (including the library's transfers if it is on the host), "download". Throws
  /// `unsupported` without cuBLAS.
  virtual void count(const TextureGpuRequest& request, std::span<std::int32_t> counts,
                     const Control& control, Timeline& timeline) = 0;
};

/// Prepares a library; it serves requests of all formats with the same layout: fp16 and mixed are
/// interchangeable.
struct OpenTextureOnGpu {
  using Function = std::function<std::shared_ptr<TextureOnGpu>(
      const TextureTask& task, TextureNumbers numbers, TexturePlace place, const Control& control)>;
  static constexpr const char* kName = "texture-search";
};

/// `RankReferences` for a shelf of which nothing stays on the GPU.
struct RankFromHost {
  using Function = RankReferences::Function;
  static constexpr const char* kName = "identify from host";
};

/// Peak rates of the GPU, measured by kernels and copies that do nothing else.
struct TextureRates {
  double products = 0;  ///< byte multiply-accumulates per second
  double bytes = 0;     ///< per second, from pinned memory to the GPU
};
struct MeasureTextureRates {
  using Function = std::function<TextureRates(const Control&)>;
  static constexpr const char* kName = "texture rates";
};

}  // namespace espy::lab
