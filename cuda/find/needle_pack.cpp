// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/find/needle_pack.h"

#include <cstring>

#include "espy/error.h"

namespace espy::cuda {
namespace {

std::uint32_t rowWordsOf(const find::Pattern& pattern) {
  return static_cast<std::uint32_t>((pattern.rowBytes + 3) / 4);
}

/// Copies rows of bytes to rows of words; `filler` goes where a row's bytes end before its words.
void spread(const std::uint8_t* rows, const find::Pattern& pattern, std::uint8_t filler,
            std::uint32_t* words) {
  const std::uint32_t rowWords = rowWordsOf(pattern);
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    std::uint32_t* row = words + y * rowWords;
    std::memset(row + rowWords - 1, filler, 4);
    std::memcpy(row, rows + y * pattern.rowBytes, static_cast<std::size_t>(pattern.rowBytes));
  }
}

void fillMask(const find::Pattern& pattern, std::uint32_t* words) {
  if (!pattern.care.empty()) return spread(pattern.care.data(), pattern, 0, words);
  const std::uint32_t rowWords = rowWordsOf(pattern);
  const auto tail = static_cast<std::uint32_t>(pattern.rowBytes % 4);
  const std::uint32_t last = tail == 0 ? ~0U : (1U << (8 * tail)) - 1;
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    std::memset(words, 0xff, rowWords * sizeof(std::uint32_t));
    words[rowWords - 1] = last;
    words += rowWords;
  }
}

}  // namespace

NeedlePack::NeedlePack(std::span<const find::Pattern* const> group, std::span<const DeviceRun> runs,
                       const Stream& stream) {
  constexpr std::size_t kNeedleWords = sizeof(DeviceNeedle) / sizeof(std::uint32_t);
  constexpr std::size_t kRunWords = sizeof(DeviceRun) / sizeof(std::uint32_t);
  constexpr std::size_t kSpareWords = 4;  // reading looks ahead
  const std::size_t runsAt = group.size() * kNeedleWords;
  const std::size_t wordsAt = runsAt + runs.size() * kRunWords;
  std::size_t words = 0;
  for (const find::Pattern* pattern : group) {
    words += 2 * static_cast<std::size_t>(rowWordsOf(*pattern) * pattern->size.height);
  }
  if (words >> 32 != 0) throw OutOfDeviceMemory("needles of 16 GiB and more are not searched");

  staging_ = PinnedBuffer<std::uint32_t>(wordsAt + words + kSpareWords);
  memory_ = DeviceBuffer<std::uint32_t>(wordsAt + words + kSpareWords);
  auto* needles = reinterpret_cast<DeviceNeedle*>(staging_.data());
  if (!runs.empty()) std::memcpy(staging_.data() + runsAt, runs.data(), runs.size_bytes());
  std::uint32_t next = 0;
  for (std::size_t n = 0; n < group.size(); ++n) {
    const find::Pattern& pattern = *group[n];
    const std::uint32_t rowWords = rowWordsOf(pattern);
    const auto half = static_cast<std::uint32_t>(rowWords * pattern.size.height);
    needles[n] = {next, next + half, rowWords, static_cast<std::uint32_t>(pattern.size.width),
                  static_cast<std::uint32_t>(pattern.size.height)};
    std::uint32_t* to = staging_.data() + wordsAt + next;
    spread(pattern.low.data(), pattern, 0, to);
    if (pattern.ranged) {
      spread(pattern.high.data(), pattern, 0xff, to + half);
    } else {
      fillMask(pattern, to + half);
    }
    next += 2 * half;
  }
  stream.copy(memory_.data(), staging_.data(), staging_.bytes());

  onDevice_.needles = reinterpret_cast<const DeviceNeedle*>(memory_.data());
  onDevice_.runs = reinterpret_cast<const DeviceRun*>(memory_.data() + runsAt);
  onDevice_.words = memory_.data() + wordsAt;
  onDevice_.count = static_cast<std::uint32_t>(group.size());
  onDevice_.runCount = static_cast<std::uint32_t>(runs.size());
}

}  // namespace espy::cuda
