// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "espy/recordings.h"
#include "unit/io/files.h"
#include "unit/io/support.h"

/// Shared by tests of recording files.
namespace espy::recordingtest {

using iotest::bytesOf;
using iotest::expectRefused;
using iotest::Folder;
using iotest::load;
using iotest::store;
using iotest::text;

inline const double kGap = std::numeric_limits<double>::quiet_NaN();

/// Reads bytes as a file of this name.
inline ReadRecording readAs(const std::string& name, const std::string& bytes,
                            const RecordingOptions& options = {}) {
  return readRecording(bytesOf(bytes), name, options);
}

inline void expectFileRefused(ErrorCode code, const std::string& name, const std::string& bytes,
                              std::initializer_list<std::string> fragments,
                              const RecordingOptions& options = {}) {
  SCOPED_TRACE(bytes.substr(0, 60));
  expectRefused(code, name, fragments, [&] { readAs(name, bytes, options); });
}

/// Reads bytes as a.csv.
inline ReadRecording readCsv(const std::string& bytes, const RecordingOptions& options = {}) {
  return readAs("t.csv", bytes, options);
}

inline void expectTableRefused(const std::string& bytes,
                               std::initializer_list<std::string> fragments,
                               const RecordingOptions& options = {}) {
  expectFileRefused(ErrorCode::badPicture, "t.csv", bytes, fragments, options);
}

inline std::vector<std::string> namesOf(const Recording& recording) {
  std::vector<std::string> names;
  for (const Channel& channel : recording.channels) names.push_back(channel.name);
  return names;
}

/// A channel's samples.
inline std::vector<double> numbersOf(const Recording& recording, std::size_t channel) {
  std::vector<double> numbers(
      static_cast<std::size_t>(recording.channels.at(channel).samples.size()));
  recording.channels[channel].samples.read(0, numbers);
  return numbers;
}

/// Expects equal numbers, with gaps (NaN) at the same positions.
inline void expectNumbers(const std::vector<double>& found, const std::vector<double>& wanted,
                          double off = 0) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (std::isnan(wanted[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << "sample " << i << " is " << found[i];
    } else {
      EXPECT_LE(std::abs(found[i] - wanted[i]), off)
          << "sample " << i << " is " << found[i] << ", not " << wanted[i];
    }
  }
}

inline void expectChannels(const Recording& recording,
                           const std::vector<std::vector<double>>& wanted, double off = 0) {
  ASSERT_EQ(recording.channels.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    SCOPED_TRACE("channel " + std::to_string(i));
    expectNumbers(numbersOf(recording, i), wanted[i], off);
  }
}

/// The bytes of numbers, little-endian or big-endian.
template <class Number>
std::string bytesOfNumber(Number number, bool big = false) {
  std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
  if (big) bytes.assign(bytes.rbegin(), bytes.rend());
  return bytes;
}

}  // namespace espy::recordingtest
