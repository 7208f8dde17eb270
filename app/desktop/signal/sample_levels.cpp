// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/sample_levels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace espy::desktop {
namespace {

constexpr std::int64_t kBase = 64;
constexpr std::int64_t kCoarseBase = 256;  // keeps a year at 250 Hz below 400 MB
constexpr std::int64_t kLong = std::int64_t{1} << 30;
constexpr std::int64_t kReadAtOnce = 64;  // ranges
constexpr std::int64_t kReportEvery = 1 << 16;

std::int64_t partsOf(std::int64_t whole, std::int64_t part) {
  return (whole + part - 1) / part;
}

/// Rounds a position down and clamps it to [0, size].
std::int64_t placeOf(double place, std::int64_t size) {
  return static_cast<std::int64_t>(std::clamp(std::floor(place), 0.0, static_cast<double>(size)));
}

}  // namespace

void SampleRange::add(std::span<const double> samples) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  double least = kNever;
  double most = -kNever;
  for (const double sample : samples) {
    const bool counts = std::abs(sample) < kNever;  // not a gap
    least = counts && sample < least ? sample : least;
    most = counts && sample > most ? sample : most;
  }
  if (least > most) return;
  constexpr double kMost = std::numeric_limits<float>::max();
  low = std::min(low, static_cast<float>(std::clamp(least, -kMost, kMost)));
  high = std::max(high, static_cast<float>(std::clamp(most, -kMost, kMost)));
}

void SampleRange::add(const SampleRange& other) {
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

SampleLevels::SampleLevels(const Samples& samples)
    : samples_(samples), base_(samples.size() < kLong ? kBase : kCoarseBase) {
  std::int64_t count = partsOf(size(), base_);
  while (count > 0) {
    levels_.emplace_back(static_cast<std::size_t>(count));
    if (count <= kFactor) break;
    count = partsOf(count, kFactor);
  }
}

std::size_t SampleLevels::bytes() const {
  std::size_t bytes = 0;
  for (const auto& level : levels_) bytes += level.size() * sizeof(SampleRange);
  return bytes;
}

std::int64_t SampleLevels::rangeSize(std::size_t level) const {
  std::int64_t size = base_;
  for (std::size_t i = 0; i < level; ++i) size *= kFactor;
  return size;
}

void SampleLevels::sumUp(std::int64_t range, std::span<const double> samples) {
  SampleRange sum;
  sum.add(samples);
  for (auto& level : levels_) {
    level[static_cast<std::size_t>(range)].add(sum);
    range /= kFactor;
  }
}

void SampleLevels::fill(const std::stop_token& stop, const std::function<void()>& onProgress) {
  std::vector<double> buffer(static_cast<std::size_t>(kReadAtOnce * base_));
  std::int64_t sinceReport = 0;
  for (std::int64_t at = ready(); at < size() && !stop.stop_requested();) {
    const std::int64_t count = std::min(kReadAtOnce * base_, size() - at);
    const std::span<double> block(buffer.data(), static_cast<std::size_t>(count));
    samples_.read(at, block);
    for (std::int64_t i = 0; i < count; i += base_) {
      const auto part = static_cast<std::size_t>(std::min(base_, count - i));
      sumUp((at + i) / base_, block.subspan(static_cast<std::size_t>(i), part));
    }
    at += count;
    // Ranges before `at` are final: publish them.
    ready_.store(at, std::memory_order_release);
    sinceReport += count;
    if (onProgress && (sinceReport >= kReportEvery * base_ || at == size())) {
      sinceReport = 0;
      onProgress();
    }
  }
}

SampleColumn SampleLevels::read(std::int64_t begin, std::int64_t end, ReadCount& count) const {
  std::array<double, kCoarseBase + 2> buffer;  // written before it is read
  SampleColumn column;
  const auto read = static_cast<std::size_t>(end - begin);
  const std::span<double> samples(buffer.data(), std::min(read, buffer.size()));
  samples_.read(begin, samples);
  column.range.add(samples);
  count.samples += std::ssize(samples);
  return column;
}

SampleColumn SampleLevels::look(std::size_t level, std::int64_t begin, std::int64_t end,
                                ReadCount& count) const {
  const std::int64_t size = rangeSize(level);
  const std::int64_t first = begin / size;
  // The last range may be shorter.
  const std::int64_t last =
      end >= this->size() ? std::ssize(levels_[level]) : std::max(end / size, first + 1);
  SampleColumn column;
  column.known = std::min(last * size, this->size()) <= ready();
  if (!column.known) return column;
  for (std::int64_t i = first; i < last; ++i) {
    column.range.add(levels_[level][static_cast<std::size_t>(i)]);
  }
  count.ranges += last - first;
  return column;
}

ReadCount SampleLevels::columns(double from, double per, std::span<SampleColumn> out) const {
  ReadCount count;
  std::size_t level = 0;
  while (level + 1 < levels_.size() && static_cast<double>(rangeSize(level + 1)) <= per) ++level;
  const bool fine = per < static_cast<double>(base_);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double at = from + static_cast<double>(i) * per;
    const std::int64_t begin = placeOf(at, size());
    const std::int64_t end = std::min(std::max(placeOf(at + per, size()), begin + 1), size());
    const bool beside = at + per <= 0 || begin >= end;
    out[i] = beside ? SampleColumn()
             : fine ? read(begin, end, count)
                    : look(level, begin, end, count);
  }
  return count;
}

SampleRange SampleLevels::whole() const {
  const std::int64_t ready = this->ready();
  SampleRange sum;
  std::int64_t at = 0;
  // From the coarsest ranges to the finest.
  for (std::size_t level = levels_.size(); level-- > 0;) {
    const std::int64_t size = rangeSize(level);
    while (at < ready && (at + size <= ready || ready == this->size())) {
      sum.add(levels_[level][static_cast<std::size_t>(at / size)]);
      at += size;
    }
  }
  return sum;
}

}  // namespace espy::desktop
