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
/// Multi-channel signals in memory or in a mapped file.
namespace espy {

/// A view of one channel's samples, in their stored type, without a copy. Reading converts to
/// double: `number * scale + offset`. A sample that is not finite is a gap.
class Samples {
 public:
  /// Type of a stored number, in native byte order.
  enum class Type : std::uint8_t { int8, uint8, int16, int24, int32, float32, float64 };

  /// Memory layout. Medical formats consist of records, in each of which a channel has a block of
  /// samples.
  struct Layout {
    Type type = Type::float64;
    std::int64_t stride = 8;  ///< bytes between samples of a block
    std::int64_t block = std::numeric_limits<std::int64_t>::max();  ///< samples per block
    std::int64_t blockStride = 0;                                   ///< bytes between blocks
    double scale = 1;
    double offset = 0;
    std::optional<std::int32_t> gap;  ///< the integer that means "no sample"
  };

  Samples() = default;
  Samples(std::span<const double> samples);
  Samples(std::span<const float> samples);
  Samples(const void* first, std::int64_t size, const Layout& layout);

  std::int64_t size() const { return size_; }
  /// Returns a sample; NaN for a gap.
  double operator[](std::int64_t index) const;
  /// Fills `out` from sample `from` on.
  void read(std::int64_t from, std::span<double> out) const;
  /// Returns a part.
  Samples part(std::int64_t from, std::int64_t size) const;
  /// First byte of the underlying memory, also for a part.
  const void* data() const { return first_; }
  /// All samples if they are contiguous doubles, else empty.
  std::span<const double> asDoubles() const;

 private:
  const std::uint8_t* first_ = nullptr;
  std::int64_t begin_ = 0;  ///< first sample of the view
  std::int64_t size_ = 0;
  Layout layout_;
};

/// A channel of a recording.
struct Channel {
  std::string name;  ///< empty if it has none
  std::string unit;  ///< "mV"
  double rate = 0;   ///< samples per second; 0: unknown
  Samples samples;
};

/// An annotation of a recording.
struct RecordingMark {
  double second = 0;    ///< from the first sample; in samples if the rate is unknown
  double duration = 0;  ///< in the same unit
  std::string text;

  bool operator==(const RecordingMark&) const = default;
};

/// Several channels, and the owner of their memory.
struct Recording {
  std::vector<Channel> channels;
  std::vector<RecordingMark> marks;
  std::shared_ptr<const void> memory;  ///< null if the samples are owned elsewhere

  /// The samples of all channels.
  std::vector<Samples> samples() const;
};

}  // namespace espy
#pragma GCC visibility pop
