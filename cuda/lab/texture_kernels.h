// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"
#include "lab/texture_card.h"

/// What texture-search does on the card beside products.
namespace espy::cuda {

/// Bytes as the numbers that are multiplied: floats, or halves that are scaled (`kHalfScale`).
void queueConvert(const std::uint8_t* bytes, std::int64_t count, lab::TextureNumbers numbers,
                  void* converted, const Stream& stream);

/// Products of some references (`MatrixProduct`), to be made into counts.
struct TextureCounts {
  const void* products;
  const std::int32_t* norms;       ///< of each feature of these references
  const std::int32_t* queryNorms;  ///< of each feature of the query
  std::int64_t queryRows;
  std::int64_t rows;  ///< features of a reference
  std::int64_t references;
  std::int64_t over;  ///< the ratio's, squared
  std::int64_t under;
  std::int32_t* counts;  ///< of each reference, added to
};

/// A thread goes down a column of products, that is one feature of the query and all of one
/// reference, and keeps the two least distances by insertion; those that match are counted.
void queueCountMatches(const TextureCounts& piece, lab::TextureNumbers numbers,
                       const Stream& stream);

}  // namespace espy::cuda
