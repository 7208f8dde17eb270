// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "signal/files/source.h"

namespace espy::recordings {

/// A signal of an EDF or BDF file.
struct EdfSignal {
  std::string label;
  std::string unit;
  std::string physicalMin, physicalMax, digitalMin, digitalMax;  ///< as written
  std::int64_t samples = 0;                                      ///< of a record
  std::int64_t at = 0;  ///< of its block in a record, in bytes
  bool annotations = false;
};

/// What the file says before its records.
struct EdfHeader {
  bool bdf = false;
  bool plus = false;
  bool discontinuous = false;
  std::int64_t records = 0;
  std::int64_t recordBytes = 0;
  std::int64_t data = 0;    ///< where the first record begins
  std::int64_t unread = 0;  ///< bytes behind the records
  double recordSeconds = 0;
  std::vector<EdfSignal> signals;

  std::int64_t sampleBytes() const { return bdf ? 3 : 2; }
};

/// Reads the header, and holds it against the length of the file.
EdfHeader readEdfHeader(const Source& source);

}  // namespace espy::recordings
