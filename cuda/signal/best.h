// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"

/// What we would really use: each thread holds the sums of several queries at several places in
/// registers, so that whatever is loaded serves many differences, and the least sum is found on the
/// way.
namespace espy::cuda {

/// What is compared: bytes, four in a word, or whole words.
enum class BestWay : std::uint8_t { bytes, wholes, floats };

inline constexpr int kBestThreads = 128;
inline constexpr int kBestPlaces = 1024;  ///< of a block

constexpr int samplesOfWord(BestWay way) {
  return way == BestWay::bytes ? 4 : 1;
}
/// Words of shared and global memory that each sample of so many queries takes.
constexpr int bestPitch(int atOnce) {
  return (atOnce + 3) / 4 * 4;
}

/// What one launch does: some tiles of kBestPlaces places, some groups of queries.
struct BestPiece {
  const std::uint32_t* data;
  std::int64_t dataWords;
  const std::uint32_t* queries;  ///< group after group, see layQueries
  std::int64_t words;            ///< of a query, the last one may be filled in part
  std::uint32_t lastMask;        ///< the bits of the last word that count
  std::int64_t places;           ///< in all
  std::int64_t count;            ///< of queries, in all
  std::int64_t firstTile;
  std::int64_t firstGroup;
  const std::uint32_t* misfit;  ///< where it is 1, nothing is done; may be null
  std::uint64_t* keys;          ///< the least of each query so far (key.h), to be lowered
};

/// How many queries a thread takes at once, so that groups of them are even and few.
int bestAtOnce(std::int64_t count);

void queueBestBytes(const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream);
void queueBestWholes(const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream);
void queueBestFloats(const BestPiece& piece, int atOnce, dim3 grid, const Stream& stream);

/// Packs whole numbers 0..255 into bytes, with zeros at the end of the last word. Where one does
/// not fit, `misfit` becomes 1.
void queuePack(const std::int32_t* values, std::int64_t count, std::uint32_t* words,
               std::uint32_t* misfit, const Stream& stream);

/// Lays queries out as they are read: for each group the first word of each query, then the second
/// of each, ... in rows of bestPitch. What is no sample is 0.
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
