// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/match_bits.h"

#include <algorithm>
#include <bit>

#include "base/large_pages.h"
#include "base/parallel.h"

namespace espy::exact {

MatchBits::MatchBits(Size starts)
    : starts_(starts),
      words_((starts.width + 63) / 64),
      bits_(static_cast<std::size_t>(words_ * starts.height), 0) {}

void MatchBits::store(std::int64_t x, std::int64_t y, std::int64_t count, const std::uint64_t* bits,
                      std::int64_t skip) {
  const std::uint64_t* from = bits + skip / 64;
  const auto shift = static_cast<int>(skip % 64);
  std::uint64_t* to = bits_.data() + y * words_ + x / 64;
  const std::int64_t words = (count + 63) / 64;
  for (std::int64_t i = 0; i < words; ++i)
    to[i] = from[i] >> shift | from[i + 1] << 1 << (63 - shift);
  if (count % 64 != 0) to[words - 1] &= (std::uint64_t{1} << (count % 64)) - 1;
}

void MatchBits::setAll() {
  std::fill(bits_.begin(), bits_.end(), ~std::uint64_t{0});
  if (starts_.width % 64 == 0) return;
  for (std::int64_t y = 0; y < starts_.height; ++y) {
    bits_[y * words_ + words_ - 1] = (std::uint64_t{1} << (starts_.width % 64)) - 1;
  }
}

std::vector<Place> MatchBits::list(int threads, const Control& control) const {
  // First computes the offset of each part of the list, then writes all parts in parallel.
  const std::int64_t rowsPerTask = std::max<std::int64_t>(1, 4096 / words_);
  const std::int64_t tasks = (starts_.height + rowsPerTask - 1) / rowsPerTask;
  const auto part = [&](std::int64_t task) { return std::min(starts_.height, task * rowsPerTask); };
  std::vector<std::int64_t> begins(static_cast<std::size_t>(tasks) + 1, 0);
  parallelFor(tasks, threads, control, [&](std::int64_t task, int) {
    std::int64_t count = 0;
    for (std::int64_t w = part(task) * words_; w < part(task + 1) * words_; ++w) {
      count += std::popcount(bits_[w]);
    }
    begins[task + 1] = count;
  });
  for (std::int64_t task = 0; task < tasks; ++task) begins[task + 1] += begins[task];

  std::vector<Place> places(static_cast<std::size_t>(begins.back()));
  adviseLargePages(places.data(), places.size() * sizeof(Place));
  parallelFor(tasks, places.empty() ? 1 : threads, control, [&](std::int64_t task, int) {
    Place* next = places.data() + begins[task];
    for (std::int64_t y = part(task); y < part(task + 1); ++y) {
      for (std::int64_t w = 0; w < words_; ++w) {
        for (std::uint64_t word = bits_[y * words_ + w]; word != 0; word &= word - 1) {
          *next++ = {static_cast<std::uint32_t>(w * 64 + std::countr_zero(word)),
                     static_cast<std::uint32_t>(y)};
        }
      }
    }
  });
  return places;
}

}  // namespace espy::exact
