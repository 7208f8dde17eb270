// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/needle_keys.h"

#include <algorithm>
#include <limits>

#include "find/reference.h"
#include "index/block_rows.h"

namespace espy::index {
namespace {

/// Blocks of a needle that are considered, unless `all`.
constexpr std::int64_t kMostBlocks = 64;
constexpr std::int64_t kMostOffset = std::numeric_limits<std::uint16_t>::max() - 1;

bool isFlat(const std::uint32_t* upper, const std::uint32_t* lower) {
  return std::equal(upper + 1, upper + kBlockWidth, upper) &&
         std::equal(upper, upper + kBlockWidth, lower);
}

}  // namespace

void WindowHash::addRow(std::span<const std::uint8_t> bytes) {
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    hash_ = windowHashWith(hash_, word);
    bytes = bytes.subspan(8);
  }
  std::uint64_t rest = bytes.size();
  for (const std::uint8_t byte : bytes) rest = rest << 8 | byte;
  hash_ = windowHashWith(hash_, rest);
}

const std::vector<NeedleBlock>& NeedleBlocks::of(const Needle& needle, bool all) {
  blocks_.clear();
  const ImageView& picture = needle.picture;
  const std::int64_t width = std::min(picture.width(), kMostOffset + kBlockWidth);
  const std::int64_t rows = std::min(picture.height() - kBlockHeight + 1, kMostOffset);
  const std::int64_t columns = width - kBlockWidth + 1;
  if (rows < 1 || columns < 1) return blocks_;
  // Of a large needle every n-th pair of rows.
  const std::int64_t rowStep = all ? 1 : (rows * columns + kMostBlocks - 1) / kMostBlocks;
  const bool opaque = !picture.format().hasAlpha() && !needle.mask;
  colours_.resize(static_cast<std::size_t>(kBlockHeight * width));
  opaque_.assign(static_cast<std::size_t>(kBlockHeight * width), 1);
  for (std::int64_t y = 0; y < rows; y += rowStep) {
    for (std::int64_t row = 0; row < kBlockHeight; ++row) {
      coloursOfRow(picture.format(), picture.row(y + row), width, colours_.data() + row * width);
      for (std::int64_t x = 0; !opaque && x < width; ++x) {
        opaque_[static_cast<std::size_t>(row * width + x)] =
            finders::isOpaque(needle, x, y + row) ? 1 : 0;
      }
    }
    for (std::int64_t x = 0; x < columns; ++x) {
      const std::uint8_t* takes = opaque_.data() + x;
      const auto whole = [](const std::uint8_t* row) {
        return (row[0] & row[1] & row[2] & row[3]) != 0;
      };
      if (!opaque && !(whole(takes) && whole(takes + width))) continue;
      const std::uint32_t* upper = colours_.data() + x;
      const std::uint32_t* lower = upper + width;
      blocks_.push_back({blockKey(rowHash(upper), rowHash(lower)), static_cast<std::uint16_t>(x),
                         static_cast<std::uint16_t>(y), isFlat(upper, lower)});
    }
  }
  return blocks_;
}

ChosenBlocks chooseBlocks(std::span<const NeedleBlock> blocks, const KeyFrequencies& frequencies) {
  struct Best {
    std::uint64_t cost = std::numeric_limits<std::uint64_t>::max();
    NeedleBlock block;
  };
  constexpr std::uint64_t kFlat = std::uint64_t{1} << 32;
  std::array<Best, 4> byRemainder;
  const NeedleBlock* rarest = nullptr;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const NeedleBlock& block : blocks) {
    const std::uint64_t cost = frequencies.of(block.key) + (block.flat ? kFlat : 0);
    Best& best = byRemainder[block.dx % byRemainder.size()];
    // Ties by key, which scatters them over the needle.
    if (cost < best.cost || (cost == best.cost && block.key < best.block.key)) {
      best = {cost, block};
    }
    if (cost < least) {
      least = cost;
      rarest = &block;
    }
  }
  ChosenBlocks chosen;
  if (rarest == nullptr) return chosen;
  chosen.step = 0;
  for (std::size_t i = 0; i < byRemainder.size(); ++i) {
    chosen.blocks[i] = byRemainder[i].block;
    chosen.frequency = std::max(chosen.frequency, byRemainder[i].cost);
    if (byRemainder[i].cost == std::numeric_limits<std::uint64_t>::max()) chosen.step = 1;
  }
  if (chosen.step == 1) {
    chosen.blocks[0] = *rarest;
    chosen.frequency = least;
  }
  return chosen;
}

}  // namespace espy::index
