// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "espy/find.h"

/// Keys of needles. A key is a hash of a block of 4 x 2 pixels. The scene is probed at every
/// `columns`-th block of every row, and of each needle one block for each remainder of its column
/// is in the table, so that every occurrence contains a probed block that is in the table. A block
/// is one pixel row high in steps, so a single pixel that distinguishes two needles is in a block
/// of every remainder.
namespace espy::index {

inline constexpr std::int64_t kBlockWidth = 4;
inline constexpr std::int64_t kBlockHeight = 2;

/// Distances of probed columns. A needle belongs to the first one for which it has an opaque block
/// of every remainder.
inline constexpr std::array<std::int64_t, 2> kColumnSteps{4, 1};

/// Hash of a block's row: of the colours (block_rows.h) of its left and its right two pixels, the
/// first one in the lower half.
constexpr std::uint64_t rowHash(std::uint64_t left, std::uint64_t right) {
  return left * 0x9e3779b97f4a7c15U + right * 0xbb67ae8584caa73bU;
}
inline std::uint64_t rowHash(const std::uint32_t* colours) {
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  std::memcpy(&left, colours, sizeof left);
  std::memcpy(&right, colours + 2, sizeof right);
  return rowHash(left, right);
}

/// Key of a block from the hashes of its rows. All bits are well mixed.
constexpr std::uint64_t blockKey(std::uint64_t upper, std::uint64_t lower) {
  std::uint64_t key = (upper ^ upper >> 32) * 0xff51afd7ed558ccdU + lower;
  key = (key ^ key >> 29) * 0xc4ceb9fe1a85ec53U;
  return key ^ key >> 32;
}

/// The bits that a key sets in its word of the filter.
constexpr std::uint64_t filterBits(std::uint64_t key) {
  return std::uint64_t{1} << (key & 63) | std::uint64_t{1} << (key >> 6 & 63) |
         std::uint64_t{1} << (key >> 12 & 63) | std::uint64_t{1} << (key >> 18 & 63);
}

// Steps of `WindowHash`. Each row's words of 8 bytes are followed by one for the rest: their number
// above the bytes, the first one highest.
inline constexpr std::uint64_t kWindowHashStart = 0x2545f4914f6cdd1dU;
constexpr std::uint64_t windowHashWith(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9fb21c651e98df25U;
  return hash ^ hash >> 35;
}
constexpr std::uint64_t windowHashEnd(std::uint64_t hash) {
  return hash ^ hash >> 29;
}

/// Hash of a whole window, row by row, of its colours or bytes.
class WindowHash {
 public:
  void addRow(std::span<const std::uint8_t> bytes);
  void addRow(std::span<const std::uint32_t> colours) {
    addRow({reinterpret_cast<const std::uint8_t*>(colours.data()), colours.size_bytes()});
  }
  std::uint64_t value() const { return windowHashEnd(hash_); }

 private:
  std::uint64_t hash_ = kWindowHashStart;
};

/// A block of a needle.
struct NeedleBlock {
  std::uint64_t key = 0;
  std::uint16_t dx = 0;  ///< blocks at greater offsets are not used
  std::uint16_t dy = 0;
  bool flat = false;  ///< of one colour: frequent in scenes
};

/// The opaque blocks of a needle; of a large needle those of some rows, more if `all`.
class NeedleBlocks {
 public:
  /// Replaces the blocks by those of this needle.
  const std::vector<NeedleBlock>& of(const Needle& needle, bool all);

 private:
  std::vector<NeedleBlock> blocks_;
  std::vector<std::uint32_t> colours_;
  std::vector<std::uint8_t> opaque_;
};

/// How often keys are expected in scenes: counted in a sample of the needles. An upper bound.
class KeyFrequencies {
 public:
  KeyFrequencies() : counts_(std::size_t{1} << kBits) {}
  void add(std::uint64_t key) {
    std::uint16_t& count = counts_[key >> (64 - kBits)];
    if (count != 0xffff) ++count;
  }
  void add(const KeyFrequencies& others) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      counts_[i] = static_cast<std::uint16_t>(std::min(0xffff, counts_[i] + others.counts_[i]));
    }
  }
  std::uint32_t of(std::uint64_t key) const { return counts_[key >> (64 - kBits)]; }

 private:
  static constexpr int kBits = 21;
  std::vector<std::uint16_t> counts_;
};

/// The blocks under which a needle is stored.
struct ChosenBlocks {
  int step = -1;  ///< index in `kColumnSteps`; -1: none fits, the needle is searched separately
  std::array<NeedleBlock, 4> blocks{};  ///< one for each remainder
  std::uint64_t frequency = 0;          ///< of the most frequent one; more than 2^32: flat

  std::span<const NeedleBlock> used() const {
    return {blocks.data(), step < 0 ? 0 : static_cast<std::size_t>(kColumnSteps.at(step))};
  }
};

/// Chooses for each remainder the rarest block.
ChosenBlocks chooseBlocks(std::span<const NeedleBlock> blocks, const KeyFrequencies& frequencies);

}  // namespace espy::index
