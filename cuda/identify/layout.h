// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/features.h"

/// Layout of features for the tensor cores: rows of 128 bytes, swizzled in blocks of eight. 16-byte
/// piece p of row r is stored at p XOR (r modulo 8), so that eight rows can be read without bank
/// conflicts.
namespace espy::cuda {

/// Rows multiplied at once. Positions are padded to this with zeros.
inline constexpr int kChunkRows = 128;
inline constexpr int kChunkBytes = kChunkRows * static_cast<int>(kFeatureBytes);

constexpr std::int64_t chunksOf(std::int64_t rows) {
  return (rows + kChunkRows - 1) / kChunkRows;
}

/// The screen's facts about a chunk (see core/identify/screen.h).
struct alignas(16) ChunkNorms {
  std::int32_t low;    ///< the least norm; without features so large that no key is less
  std::int32_t slack;  ///< of the position: the largest spread of norms within a chunk
  std::int32_t count;  ///< of the position: its features
  std::int32_t unused;
};

/// Below any key, and the norm that gives it for products of 0.
inline constexpr std::int32_t kNoKey = -(1 << 29);
inline constexpr std::int32_t kUnusedNorm = 1 << 29;

/// The device position of a reference.
struct ReferenceEntry {
  const std::uint8_t* features;
  const ChunkNorms* chunks;
  const std::int32_t* norms;  ///< per row; kUnusedNorm without a feature
};

/// A squared ratio.
struct SquaredRatio {
  std::int64_t over;
  std::int64_t under;
};

/// Query features per pass: two warp groups take up to six tiles of 64.
inline constexpr int kMostQueryRows = 768;
inline constexpr int kQueryStep = 256;

/// A part of a query: rows in this layout, and their norms.
struct QueryPart {
  const std::uint8_t* features;
  const std::int32_t* norms;
  int count;   ///< features
  int padded;  ///< rows, a multiple of kQueryStep, zero-padded
};

}  // namespace espy::cuda
