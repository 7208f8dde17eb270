// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"
#include "cuda/identify/layout.h"

namespace espy::cuda {

/// Uploaded features, each position padded to a multiple of kChunkRows rows.
struct UploadedPlaces {
  std::uint8_t* features;
  const std::int32_t* counts;  ///< per position
  std::int32_t* norms;         ///< out: per row
  ChunkNorms* chunks;          ///< out: per chunk; null: not needed
  std::int64_t places;
  int chunksOfPlace;
};
/// Swizzles features, zeroes empty rows and computes norms.
void queuePrepare(const UploadedPlaces& uploaded, const Stream& stream);

/// A range of references and their counters.
struct CountPiece {
  const ReferenceEntry* entries;
  std::int64_t references;
  int chunksOfPlace;
  QueryPart query;
  SquaredRatio ratio;
  std::uint32_t* counts;
};

/// Adds to each reference's count the query features that pass the screen, no less than those that
/// match. Hopper only, see `hasWarpGroups` (gpu.h).
void queueScreen(const CountPiece& piece, int multiprocessors, const Stream& stream);

/// Matched features per reference, one bit each, and the number of matching query features.
struct ExactPiece {
  CountPiece of;
  /// Indexes of entries; null: all in order.
  const std::uint32_t* list;
  /// Per listed reference, kChunkRows bits per chunk; bits are ORed.
  std::uint32_t* matched;
};
void queueExact(const ExactPiece& piece, const Stream& stream);
/// counts[i] = popcount of reference i.
void queueCountBits(const std::uint32_t* matched, std::int64_t references, int chunksOfPlace,
                    std::uint32_t* counts, const Stream& stream);

}  // namespace espy::cuda
