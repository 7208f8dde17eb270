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

/// Minimum and maximum of some samples.
struct SampleRange {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  bool empty() const { return low > high; }  ///< only gaps
  void add(std::span<const double> samples);
  void add(const SampleRange& other);
  bool operator==(const SampleRange&) const = default;
};

/// The part of a lane in one pixel column.
struct SampleColumn {
  SampleRange range;
  bool known = true;  ///< false: not all levels are filled yet
};

/// Amount of data read to paint a lane.
struct ReadCount {
  std::int64_t samples = 0;
  std::int64_t ranges = 0;  ///< of the levels
};

/// Min-max pyramid of a lane, so that painting any part reads little: ranges of 64 samples (256 for
/// very long lanes), then four times as many per level. One thread fills it from left to right
/// while another one paints.
class SampleLevels {
 public:
  static constexpr int kFactor = 4;

  explicit SampleLevels(const Samples& samples);

  /// Fills all levels. `onProgress` is called periodically and at the end.
  void fill(const std::stop_token& stop, const std::function<void()>& onProgress = {});
  bool filled() const { return ready() == size(); }
  /// Number of samples covered so far.
  std::int64_t ready() const { return ready_.load(std::memory_order_acquire); }

  const Samples& samples() const { return samples_; }
  std::int64_t size() const { return samples_.size(); }
  /// Samples per range of level 0.
  std::int64_t base() const { return base_; }
  std::size_t bytes() const;

  /// Column i covers the samples [from + i * per, from + (i + 1) * per), at least one. Columns
  /// outside the lane are known and empty.
  ReadCount columns(double from, double per, std::span<SampleColumn> out) const;
  /// Range of all samples covered so far.
  SampleRange whole() const;

 private:
  std::int64_t rangeSize(std::size_t level) const;
  void sumUp(std::int64_t range, std::span<const double> samples);
  /// Range of the samples [begin, end), which are read one by one.
  SampleColumn read(std::int64_t begin, std::int64_t end, ReadCount& count) const;
  /// Union of the ranges of a level that begin among these samples.
  SampleColumn look(std::size_t level, std::int64_t begin, std::int64_t end,
                    ReadCount& count) const;

  Samples samples_;
  std::int64_t base_;
  std::vector<std::vector<SampleRange>> levels_;
  std::atomic<std::int64_t> ready_ = 0;
};

}  // namespace espy::desktop
