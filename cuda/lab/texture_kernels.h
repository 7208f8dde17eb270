// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"
#include "lab/texture_gpu.h"

/// Kernels of texture-search besides matrix products.
namespace espy::cuda {

/// Converts bytes to floats, or to scaled halves (`kHalfScale`).
void queueConvert(const std::uint8_t* bytes, std::int64_t count, lab::TextureNumbers numbers,
                  void* converted, const Stream& stream);

/// Products of some references (`MatrixProduct`), to be converted to counts.
struct TextureCounts {
  const void* products;
  const std::int32_t* norms;       ///< per feature of these references
  const std::int32_t* queryNorms;  ///< per feature of the query
  std::int64_t queryRows;
  std::int64_t rows;  ///< features of a reference
  std::int64_t references;
  std::int64_t over;  ///< the ratio, squared
  std::int64_t under;
  std::int32_t* counts;  ///< per reference; accumulated
};

/// One thread per column of products (one query feature against one reference): finds the two least
/// distances and counts the matches.
void queueCountMatches(const TextureCounts& piece, lab::TextureNumbers numbers,
                       const Stream& stream);

}  // namespace espy::cuda
