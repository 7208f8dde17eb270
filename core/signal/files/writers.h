// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "signal/files/source.h"

namespace espy::recordings {

/// A recording that is to be written, and what it is called.
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

/// Samples of all channels in turn, a block at a time: `work(samples of all channels one after the
/// other, how many of each)`.
void forBlocks(const Recording& recording,
               const std::function<void(std::span<const double>, std::int64_t)>& work);

/// The smallest and largest of the samples, and what else formats of whole numbers must know.
struct Range {
  double low = 0;
  double high = 0;
  bool gaps = false;
  bool whole = true;  ///< all are whole numbers
};
Range rangeOf(const Samples& samples);

void writeTable(const Written& written, char separator);
void writeWav(const Written& written);
void writeEdf(const Written& written);
void writeWfdb(const Written& written);
void writeEdfMarks(const std::string& path, std::span<const RecordingMark> marks,
                   Existing existing);

/// A number of `bytes` bytes, the lowest first.
void putLittle(std::string& out, std::uint64_t number, int bytes);

}  // namespace espy::recordings
