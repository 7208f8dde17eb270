// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
/// Signals in memory, or in a file that is mapped: channels side by side, sampled together.
namespace espy {

/// One channel's samples where they lie, of whatever type they are there: nothing is copied. What
/// is read is always numbers: `number * scale + offset`, in double. A sample that is not finite is
/// a gap, for who searches as for who draws.
class Samples {
 public:
  /// What a stored number is; the machine's byte order.
  enum class Type : std::uint8_t { int8, uint8, int16, int24, int32, float32, float64 };

  /// How numbers lie in memory. Formats for doctors cut a recording into records, in each of which
  /// a channel has a block of its samples.
  struct Layout {
    Type type = Type::float64;
    std::int64_t stride = 8;  ///< bytes from a sample to the next of its block
    std::int64_t block = std::numeric_limits<std::int64_t>::max();  ///< samples in a block
    std::int64_t blockStride = 0;  ///< bytes from a block to the next
    double scale = 1;
    double offset = 0;
    std::optional<std::int32_t> gap;  ///< the whole number that stands for "no sample"
  };

  Samples() = default;
  Samples(std::span<const double> samples);
  Samples(std::span<const float> samples);
  Samples(const void* first, std::int64_t size, const Layout& layout);

  std::int64_t size() const { return size_; }
  /// One of them; NaN for a gap.
  double operator[](std::int64_t index) const;
  /// As many as `out` has, from sample `from` on.
  void read(std::int64_t from, std::span<double> out) const;
  /// A part of them.
  Samples part(std::int64_t from, std::int64_t size) const;
  /// Where the first of the memory lies of which they are a part.
  const void* data() const { return first_; }
  /// All samples if they are contiguous doubles, else nothing.
  std::span<const double> asDoubles() const;

 private:
  const std::uint8_t* first_ = nullptr;
  std::int64_t begin_ = 0;  ///< the first that counts
  std::int64_t size_ = 0;
  Layout layout_;
};

/// One row of a recording.
struct Channel {
  std::string name;  ///< empty if it has none
  std::string unit;  ///< "mV"
  double rate = 0;   ///< samples a second; 0 if unknown
  Samples samples;
};

/// An annotation of a recording.
struct RecordingMark {
  double second = 0;    ///< from the first sample on; samples where the recording has no rate
  double duration = 0;  ///< in the same unit
  std::string text;

  bool operator==(const RecordingMark&) const = default;
};

/// Several channels, and what holds their memory.
struct Recording {
  std::vector<Channel> channels;
  std::vector<RecordingMark> marks;
  std::shared_ptr<const void> memory;  ///< empty if the samples are owned elsewhere

  /// The samples of all channels, for who searches them.
  std::vector<Samples> samples() const;
};

}  // namespace espy
#pragma GCC visibility pop
