// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"
#include "cuda/identify/layout.h"

namespace espy::cuda {

/// Features as they were copied, each place with a multiple of kChunkRows rows.
struct ArrivedPlaces {
  std::uint8_t* features;
  const std::int32_t* counts;  ///< of each place
  std::int32_t* norms;         ///< of each row, to be written
  ChunkNorms* chunks;          ///< of each chunk, to be written; null: not needed
  std::int64_t places;
  int chunksOfPlace;
};
/// Swizzles features, clears rows that have none, and notes norms.
void queuePrepare(const ArrivedPlaces& arrived, const Stream& stream);

/// So many references of which each is in the table, and where their counts are added up.
struct CountPiece {
  const ReferenceEntry* entries;
  std::int64_t references;
  int chunksOfPlace;
  QueryPart query;
  SquaredRatio ratio;
  std::uint32_t* counts;
};

/// Adds to each reference's count the features of the query that might match: no less than those
/// that do. Only on Hopper, see `hasWarpGroups`.
void queueScreen(const CountPiece& piece, int multiprocessors, const Stream& stream);
/// Does this device multiply by groups of four warps?
bool hasWarpGroups();

/// Features of references that are matched, a bit each, and how many features of the query match.
struct ExactPiece {
  CountPiece of;
  /// Which of the entries; null: the first, the second, ... all of them.
  const std::uint32_t* list;
  /// Of each reference in the list, kChunkRows bits a chunk. Bits are added.
  std::uint32_t* matched;
};
void queueExact(const ExactPiece& piece, const Stream& stream);
/// counts[i] = the bits of reference i.
void queueCountBits(const std::uint32_t* matched, std::int64_t references, int chunksOfPlace,
                    std::uint32_t* counts, const Stream& stream);

}  // namespace espy::cuda
