// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "signal/files/edf_header.h"

namespace espy::recordings {

/// What the annotations of an EDF+ file say.
struct EdfMarks {
  std::vector<RecordingMark> marks;  ///< from the first record on
  std::vector<double> onsets;        ///< of each record, from the first on; empty: nobody says
};

/// Reads the annotations of all records.
EdfMarks readEdfMarks(const Source& source, const EdfHeader& header);

/// A list as it is written: "+1.5\x15""0.2\x14text\x14\0". `onset` and `duration` are seconds.
std::string edfMark(double onset, double duration, std::string_view text);

}  // namespace espy::recordings
