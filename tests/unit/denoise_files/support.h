// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "espy/engine/volume_files.h"
#include "support/random_pictures.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

/// Shared by tests of files of volumes.
namespace espy::volumetest {

/// The largest number that can be read.
template <class Number>
inline constexpr Number kMost = std::is_same_v<Number, double>
                                    ? Number(std::numeric_limits<float>::max())
                                    : std::numeric_limits<Number>::max();

using iotest::bytesOf;
using iotest::expectRefused;
using iotest::Folder;
using iotest::load;
using iotest::store;
using iotest::text;

/// The bytes of a number, little-endian or big-endian.
template <class Number>
std::string bytesOfNumber(Number number, bool big = false) {
  std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
  if (big) bytes.assign(bytes.rbegin(), bytes.rend());
  return bytes;
}

template <class Number>
std::string numbersBytes(const std::vector<Number>& numbers, bool big = false) {
  std::string bytes;
  for (const Number number : numbers) bytes += bytesOfNumber(number, big);
  return bytes;
}

inline VolumeFile readAs(const std::string& name, const std::string& bytes,
                         const VolumeOptions& options = {}) {
  return readVolume(bytesOf(bytes), name, options);
}

inline void expectFileRefused(ErrorCode code, const std::string& name, const std::string& bytes,
                              std::initializer_list<std::string> fragments,
                              const VolumeOptions& options = {}) {
  expectRefused(code, name, fragments, [&] { readAs(name, bytes, options); });
}

/// A volume of different samples.
inline Volume rampOf(const GridSize& size, int channels = 1) {
  Volume volume;
  volume.size = size;
  volume.channels = channels;
  for (std::int64_t i = 0; i < size.voxels() * channels; ++i) {
    volume.samples.push_back(static_cast<float>(i) * 0.25F - 3);
  }
  return volume;
}

/// Reads copies of a file in which bytes are changed, or cut off, half of them with the options:
/// each must be read as a consistent volume or refused. Returns how many are refused.
inline int refusedMutations(const std::string& original, int cases, const VolumeOptions& options) {
  test::Random random(7);
  int refused = 0;
  for (int i = 0; i < cases; ++i) {
    std::string bytes = original;
    for (std::int64_t k = 1 + random.below(3); k > 0; --k) {
      // Half of the changes hit the header.
      const auto most = static_cast<std::int64_t>(bytes.size());
      const std::int64_t at =
          random.below(random.oneIn(2) ? most : std::min<std::int64_t>(most, 352));
      bytes[static_cast<std::size_t>(at)] = static_cast<char>(random.below(256));
    }
    if (random.oneIn(8)) bytes.resize(static_cast<std::size_t>(random.below(std::ssize(bytes))));
    try {
      const VolumeFile file = readAs("a", bytes, random.oneIn(2) ? options : VolumeOptions{});
      const Volume& volume = file.volume;
      EXPECT_EQ(std::ssize(volume.samples), volume.size.voxels() * volume.channels);
      for (const double spacing : volume.spacing) EXPECT_GT(spacing, 0);
    } catch (const Error&) {
      ++refused;
    }
  }
  return refused;
}

}  // namespace espy::volumetest
