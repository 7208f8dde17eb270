// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"

/// The fast search: each thread accumulates several queries at several positions in registers, so
/// that each load serves many differences; the minimum is fused.
namespace espy::cuda {

/// Sample format: bytes (four per word), or whole words.
enum class BestStrategy : std::uint8_t { bytes, wholes, floats };

inline constexpr int kBestThreads = 128;
inline constexpr int kBestPlaces = 1024;  ///< of a block

constexpr int samplesOfWord(BestStrategy strategy) {
  return strategy == BestStrategy::bytes ? 4 : 1;
}
/// Row pitch, in words, of the interleaved queries.
constexpr int bestPitch(int atOnce) {
  return (atOnce + 3) / 4 * 4;
}

/// One launch: tiles of kBestPlaces positions and groups of queries.
struct BestPiece {
  const std::uint32_t* data;
  std::int64_t dataWords;
  const std::uint32_t* queries;  ///< group after group, see layQueries
  std::int64_t words;            ///< per query; the last one may be partial
  std::uint32_t lastMask;        ///< the valid bits of the last word
  std::int64_t places;           ///< in all
  std::int64_t count;            ///< of queries, in all
  std::int64_t firstTile;
  std::int64_t firstGroup;
  const std::uint32_t* misfit;  ///< nothing is done if it is 1; may be null
  std::uint64_t* keys;          ///< in/out: the least key of each query (key.h)
};

/// Queries per thread, chosen for few groups of even size.
int bestAtOnce(std::int64_t count);

void queueBest(BestStrategy strategy, const BestPiece& piece, int atOnce, dim3 grid,
               const Stream& stream);

/// Packs integers 0..255 into zero-padded words. Sets `misfit` to 1 if one does not fit.
void queuePack(const std::int32_t* values, std::int64_t count, std::uint32_t* words,
               std::uint32_t* misfit, const Stream& stream);

/// Interleaves queries as the kernel reads them: per group the first word of each query, then the
/// second, ... in rows of bestPitch, zero-padded.
struct QueryLayout {
  std::int64_t count;
  std::int64_t length;
  std::int64_t words;
  int atOnce;

  constexpr std::int64_t groups() const { return (count + atOnce - 1) / atOnce; }
  constexpr std::int64_t allWords() const { return groups() * words * bestPitch(atOnce); }
};
void queueLayBytes(const std::int32_t* queries, const QueryLayout& layout, std::uint32_t* to,
                   std::uint32_t* misfit, const Stream& stream);
void queueLayWords(const void* queries, const QueryLayout& layout, std::uint32_t* to,
                   const Stream& stream);

}  // namespace espy::cuda
