// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"
#include "lab/texture_gpu.h"

/// Matrix products by cuBLAS, as in the paper.
namespace espy::cuda {

/// Scale of bytes as halves: keeps -2 times the largest product of two features, 8.3 million, below
/// the largest half, 65504.
inline constexpr float kHalfScale = 1.0F / 128;

/// products = -2 * (query features) * (reference features): for each reference feature a row with
/// one number per query feature.
struct MatrixProduct {
  lab::TextureNumbers numbers;
  const void* query;
  std::int64_t queryRows;
  const void* references;
  std::int64_t rows;        ///< features of all these references
  void* products;           ///< floats; halves for fp16
  bool tensorCores = true;  ///< whether cuBLAS may use them
};

/// A cuBLAS handle for a stream. cuBLAS is loaded on first use, not linked. Throws `unsupported` if
/// it is not installed.
class MatrixMultiplier {
 public:
  explicit MatrixMultiplier(const Stream& stream);
  ~MatrixMultiplier();
  MatrixMultiplier(const MatrixMultiplier&) = delete;
  MatrixMultiplier& operator=(const MatrixMultiplier&) = delete;

  /// Queues the product in the stream.
  void queue(const MatrixProduct& product) const;

 private:
  void* handle_ = nullptr;
};

}  // namespace espy::cuda
