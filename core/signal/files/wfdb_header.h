// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "signal/files/source.h"

namespace espy::recordings {

/// A signal as a record's header tells it.
struct WfdbSignal {
  std::string file;  ///< "~": its samples are nowhere
  int format = 16;
  std::int64_t perFrame = 1;  ///< samples
  std::int64_t skew = 0;      ///< frames that it lies behind the others
  std::int64_t offset = 0;    ///< bytes before the samples of its file
  double gain = 200;          ///< steps of the converter for one unit
  double baseline = 0;        ///< the step that stands for 0
  std::string unit = "mV";
  std::int64_t initial = 0;
  std::optional<std::int64_t> checksum;
  std::string name;
};

/// A part of a record, which is a record itself; it goes on where the one before it ends.
struct WfdbSegment {
  std::string name;         ///< "~": there was no recording meanwhile
  std::int64_t frames = 0;  ///< 0 of the first: it only says which signals there are
};

/// What a record's header says.
struct WfdbHeader {
  double rate = 250;  ///< frames a second
  std::optional<std::int64_t> frames;
  std::int64_t signalCount = 0;
  std::vector<WfdbSignal> signals;    ///< none where there are segments
  std::vector<WfdbSegment> segments;  ///< usually none
};

/// Reads the text of a header.
WfdbHeader readWfdbHeader(const Source& source);

}  // namespace espy::recordings
