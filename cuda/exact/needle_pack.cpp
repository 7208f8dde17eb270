// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/exact/needle_pack.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

std::uint32_t rowWordsOf(const exact::Pattern& pattern) {
  return static_cast<std::uint32_t>((pattern.rowBytes + 3) / 4);
}

/// Copies rows of bytes to rows of words; pads with `filler`.
void spread(const std::uint8_t* rows, const exact::Pattern& pattern, std::uint8_t filler,
            std::uint32_t* words) {
  const std::uint32_t rowWords = rowWordsOf(pattern);
  if (pattern.rowBytes % 4 == 0) {
    std::memcpy(words, rows, static_cast<std::size_t>(pattern.rowBytes * pattern.size.height));
    return;
  }
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    std::uint32_t* row = words + y * rowWords;
    std::memset(row + rowWords - 1, filler, 4);
    std::memcpy(row, rows + y * pattern.rowBytes, static_cast<std::size_t>(pattern.rowBytes));
  }
}

/// The mask of a row of which every byte is compared.
void fillRowMask(const exact::Pattern& pattern, std::uint32_t* words) {
  const std::uint32_t rowWords = rowWordsOf(pattern);
  const auto tail = static_cast<unsigned>(pattern.rowBytes % 4);
  std::memset(words, 0xff, rowWords * sizeof(std::uint32_t));
  if (tail != 0) words[rowWords - 1] = (1U << (8 * tail)) - 1;
}

bool hasOneMask(const exact::Pattern& pattern) {
  return !pattern.ranged && pattern.care.empty();
}

void copyWords(const exact::Pattern& pattern, std::uint32_t* values, std::uint32_t* seconds) {
  spread(pattern.low.data(), pattern, 0, values);
  if (hasOneMask(pattern)) {
    fillRowMask(pattern, seconds);
  } else if (pattern.ranged) {
    spread(pattern.high.data(), pattern, 0xff, seconds);
  } else {
    spread(pattern.care.data(), pattern, 0, seconds);
  }
}

}  // namespace

NeedlePack::NeedlePack(std::span<const exact::Pattern* const> group, const exact::Plan* plan,
                       int threads) {
  constexpr std::size_t kNeedleWords = sizeof(DeviceNeedle) / sizeof(std::uint32_t);
  constexpr std::size_t kRunWords = sizeof(DeviceRun) / sizeof(std::uint32_t);
  constexpr std::size_t kSpareWords = 4;  // reading may access words behind the end
  const std::size_t listedRuns = plan == nullptr ? 0 : plan->runs.size();
  const std::size_t runsAt = group.size() * kNeedleWords;
  const std::size_t wordsAt = runsAt + listedRuns * kRunWords;
  std::size_t words = 0;
  for (const exact::Pattern* pattern : group) {
    const auto all = static_cast<std::size_t>(rowWordsOf(*pattern) * pattern->size.height);
    words += all + (hasOneMask(*pattern) ? rowWordsOf(*pattern) : all);
  }
  if (words >> 32 != 0)
    throw OutOfDeviceMemory(phrase("needles of 16 GiB or more cannot be searched for"));

  usedWords_ = wordsAt + words;
  staging_ = PinnedBuffer<std::uint32_t>(usedWords_ + kSpareWords);
  memory_ = DeviceBuffer<std::uint32_t>(usedWords_ + kSpareWords);
  auto* needles = reinterpret_cast<DeviceNeedle*>(staging_.data());
  auto* runs = reinterpret_cast<DeviceRun*>(staging_.data() + runsAt);
  std::uint32_t next = 0;
  for (std::size_t n = 0; n < group.size(); ++n) {
    const exact::Pattern& pattern = *group[n];
    const std::uint32_t rowWords = rowWordsOf(pattern);
    const auto all = static_cast<std::uint32_t>(rowWords * pattern.size.height);
    const bool oneMask = hasOneMask(pattern);
    needles[n] = {next,
                  next + all,
                  rowWords,
                  oneMask ? 0 : rowWords,
                  static_cast<std::uint32_t>(pattern.size.width),
                  static_cast<std::uint32_t>(pattern.size.height)};
    next += all + (oneMask ? rowWords : all);
  }
  // With many needles a single thread's copy would dominate the search.
  constexpr std::size_t kWordsWorthThreads = std::size_t{1} << 16;
  constexpr std::size_t kNeedlesPerTask = 32;
  constexpr std::size_t kRunsPerTask = 4096;
  if (words + listedRuns < kWordsWorthThreads) threads = 1;
  const std::size_t needleTasks = (group.size() + kNeedlesPerTask - 1) / kNeedlesPerTask;
  const std::size_t runTasks = (listedRuns + kRunsPerTask - 1) / kRunsPerTask;
  std::uint32_t* const to = staging_.data() + wordsAt;
  parallelFor(static_cast<std::int64_t>(needleTasks + runTasks), threads, {},
              [&](std::int64_t number, int) {
                const auto task = static_cast<std::size_t>(number);
                if (task >= needleTasks) {
                  const std::size_t first = (task - needleTasks) * kRunsPerTask;
                  for (std::size_t i = first; i < std::min(listedRuns, first + kRunsPerTask); ++i) {
                    runs[i] = {plan->runs[i].needle, plan->runs[i].dx, plan->runs[i].dy};
                  }
                  return;
                }
                const std::size_t end = std::min(group.size(), (task + 1) * kNeedlesPerTask);
                for (std::size_t n = task * kNeedlesPerTask; n < end; ++n) {
                  copyWords(*group[n], to + needles[n].values, to + needles[n].seconds);
                }
              });

  onDevice_.needles = reinterpret_cast<const DeviceNeedle*>(memory_.data());
  onDevice_.words = memory_.data() + wordsAt;
  if (plan == nullptr) return;
  onDevice_.runCount = static_cast<std::uint32_t>(plan->runCount(group.size()));
  if (listedRuns > 0) {
    onDevice_.runs = reinterpret_cast<const DeviceRun*>(memory_.data() + runsAt);
  } else {
    onDevice_.runColumns = static_cast<std::uint32_t>(plan->lattice.columnStep);
    onDevice_.runsANeedle = static_cast<std::uint32_t>(plan->lattice.area());
  }
}

void NeedlePack::send(const Stream& stream) const {
  stream.copy(memory_.data(), staging_.data(), usedWords_ * sizeof(std::uint32_t));
}

}  // namespace espy::cuda
