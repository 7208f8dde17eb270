// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "signal/files/source.h"

namespace espy::recordings {

/// A recording to be written, and its name.
struct Written {
  const std::string& path;
  const Recording& recording;
  Samples::Type type;
  Existing existing;

  std::int64_t samples() const { return recording.channels.front().samples.size(); }
  double rate() const { return recording.channels.front().rate; }
};

/// Throws `badUse`: "PATH: FACT".
[[noreturn]] void refuseWriting(const std::string& path, const Message& fact);

/// Calls `work(samples, frames)` for blocks of interleaved samples.
void forBlocks(const Recording& recording,
               const std::function<void(std::span<const double>, std::int64_t)>& work);

/// Minimum and maximum of the samples, and what integer formats need.
struct Range {
  double low = 0;
  double high = 0;
  bool gaps = false;
  bool whole = true;  ///< all are integers
};
Range rangeOf(const Samples& samples);

void writeTable(const Written& written, char separator);
void writeWav(const Written& written);
void writeEdf(const Written& written);
void writeWfdb(const Written& written);
void writeEdfMarks(const std::string& path, std::span<const RecordingMark> marks,
                   Existing existing);

/// Appends the `bytes` low bytes of a number, little-endian.
void putLittle(std::string& out, std::uint64_t number, int bytes);

}  // namespace espy::recordings
