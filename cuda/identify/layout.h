// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/features.h"

/// How features lie on the device, for the tensor cores: rows of 128 bytes, of which every eight
/// are one swizzled block. The pieces of 16 bytes of row r change places: piece p lies where p XOR
/// (r modulo 8) would. So eight rows are read at once without two of them meeting in a bank.
namespace espy::cuda {

/// Rows that are multiplied at once. A place has a multiple of these; what no feature is in is 0.
inline constexpr int kChunkRows = 128;
inline constexpr int kChunkBytes = kChunkRows * static_cast<int>(kFeatureBytes);

constexpr std::int64_t chunksOf(std::int64_t rows) {
  return (rows + kChunkRows - 1) / kChunkRows;
}

/// What the screen knows of a chunk (core/identify/screen.h says why).
struct alignas(16) ChunkNorms {
  std::int32_t low;    ///< the least norm; where there is no feature, so much that no key is less
  std::int32_t slack;  ///< of the place: the greatest difference of norms within a chunk
  std::int32_t count;  ///< of the place: its features
  std::int32_t unused;
};

/// Less than any key, and the least norm that makes it of products of 0.
inline constexpr std::int32_t kNoKey = -(1 << 29);
inline constexpr std::int32_t kNobodysNorm = 1 << 29;

/// Where a reference lies on the device.
struct ReferenceEntry {
  const std::uint8_t* features;
  const ChunkNorms* chunks;
  const std::int32_t* norms;  ///< of each row; kNobodysNorm of those that have no feature
};

/// A ratio, squared.
struct SquaredRatio {
  std::int64_t over;
  std::int64_t under;
};

/// Features of a query that are done at once: two warp groups take up to six tiles of 64.
inline constexpr int kMostQueryRows = 768;
inline constexpr int kQueryStep = 256;

/// A part of a query: rows in the layout above, and their norms.
struct QueryPart {
  const std::uint8_t* features;
  const std::int32_t* norms;
  int count;   ///< features
  int padded;  ///< rows, a multiple of kQueryStep; the others are 0
};

}  // namespace espy::cuda
