// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "signal/files/source.h"

namespace espy::recordings {

/// A signal of an EDF or BDF file.
struct EdfSignal {
  std::string label;
  std::string unit;
  std::string physicalMin, physicalMax, digitalMin, digitalMax;  ///< as written
  std::int64_t samples = 0;                                      ///< per record
  std::int64_t at = 0;  ///< byte offset of its block in a record
  bool annotations = false;
};

/// The header of an EDF or BDF file.
struct EdfHeader {
  bool bdf = false;
  bool plus = false;
  bool discontinuous = false;
  std::int64_t records = 0;
  std::int64_t recordBytes = 0;
  std::int64_t data = 0;    ///< byte offset of the first record
  std::int64_t unread = 0;  ///< bytes after the last whole record
  double recordSeconds = 0;
  std::vector<EdfSignal> signals;

  std::int64_t sampleBytes() const { return bdf ? 3 : 2; }
};

/// Parses the header and checks it against the file's length.
EdfHeader readEdfHeader(const Source& source);

struct EdfMarks {
  std::vector<RecordingMark> marks;  ///< relative to the first record
  std::vector<double> onsets;        ///< of each record, relative to the first; empty if not given
};

EdfMarks readEdfMarks(const Source& source, const EdfHeader& header);

/// Encodes an annotation list, "+1.5\x15""0.2\x14text\x14\0". `onset` and `duration` in seconds.
std::string edfMark(double onset, double duration, std::string_view text);

}  // namespace espy::recordings
