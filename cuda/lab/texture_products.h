// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"
#include "lab/texture_card.h"

/// Matrix products by cuBLAS, as the paper takes them.
namespace espy::cuda {

/// Halves are so much less than the bytes that they stand for, so that minus twice the greatest
/// product of two features, 8.3 million, stays below the greatest half, 65504.
inline constexpr float kHalfScale = 1.0F / 128;

/// products = -2 * (features of the query) * (features of some references): of each feature of a
/// reference one row of as many numbers as the query has features.
struct MatrixProduct {
  lab::TextureNumbers numbers;
  const void* query;
  std::int64_t queryRows;
  const void* references;
  std::int64_t rows;  ///< features of all these references
  void* products;     ///< floats, of fp16 halves
};

/// Where cuBLAS works for one stream. cuBLAS is loaded when first asked for: none of Espy's
/// libraries is linked with it. Throws `unsupported` where it is not there.
class MatrixMultiplier {
 public:
  explicit MatrixMultiplier(const Stream& stream);
  ~MatrixMultiplier();
  MatrixMultiplier(const MatrixMultiplier&) = delete;
  MatrixMultiplier& operator=(const MatrixMultiplier&) = delete;

  /// Queues it in the stream.
  void queue(const MatrixProduct& product) const;

 private:
  void* handle_ = nullptr;
};

}  // namespace espy::cuda
