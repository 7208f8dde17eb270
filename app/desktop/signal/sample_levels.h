// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

#include "espy/recording.h"

namespace espy::desktop {

/// The least and the greatest of some samples.
struct SampleRange {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  bool empty() const { return low > high; }  ///< nothing but gaps
  void add(std::span<const double> samples);
  void add(const SampleRange& other);
  bool operator==(const SampleRange&) const = default;
};

/// What one column of pixels shows of a lane.
struct SampleColumn {
  SampleRange range;
  bool known = true;  ///< false while its samples have not been summed up
};

/// What a picture of a lane had to read.
struct ReadCount {
  std::int64_t samples = 0;
  std::int64_t ranges = 0;  ///< summed up ones
};

/// A lane's samples, summed up in levels, so that a picture of any part of it reads little: ranges
/// of 64 samples, of four times as many, and so on. One thread fills them, from left to right,
/// while another draws what there is.
class SampleLevels {
 public:
  static constexpr int kFactor = 4;

  explicit SampleLevels(const Samples& samples);

  /// Sums up all of them. `told` is called now and then, and at the end.
  void fill(const std::stop_token& stop, const std::function<void()>& told = {});
  bool filled() const { return ready() == size(); }
  /// So many samples are summed up.
  std::int64_t ready() const { return ready_.load(std::memory_order_acquire); }

  const Samples& samples() const { return samples_; }
  std::int64_t size() const { return samples_.size(); }
  /// Samples in a range of the first level.
  std::int64_t base() const { return base_; }
  std::size_t bytes() const;

  /// Column i is of the samples from `from + i * per` on, `per` of them, at least one. What lies
  /// beside the lane is known and empty.
  ReadCount columns(double from, double per, std::span<SampleColumn> out) const;
  /// Of all that is summed up.
  SampleRange whole() const;

 private:
  std::int64_t rangeSize(std::size_t level) const;
  void sumUp(std::int64_t range, std::span<const double> samples);
  /// Of these samples, read one by one.
  SampleColumn read(std::int64_t begin, std::int64_t end, ReadCount& count) const;
  /// Of the ranges of a level that begin among these samples.
  SampleColumn look(std::size_t level, std::int64_t begin, std::int64_t end,
                    ReadCount& count) const;

  Samples samples_;
  std::int64_t base_;
  std::vector<std::vector<SampleRange>> levels_;
  std::atomic<std::int64_t> ready_ = 0;
};

}  // namespace espy::desktop
