// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "signal/files/stored.h"
#include "signal/files/wfdb_header.h"

namespace espy::recordings {

/// Signals of a record whose samples lie in one file, frame by frame.
struct WfdbGroup {
  std::vector<std::size_t> signals;  ///< of the header, in its order
  std::int64_t frameSamples = 0;

  /// Where in a frame the samples of one of them begin.
  std::int64_t placeOf(const WfdbHeader& header, std::size_t signal) const;
};

/// The signals of each file, in the order of the header. Refuses what contradicts itself.
std::vector<WfdbGroup> groupsOf(const Source& source, const WfdbHeader& header);

/// Whole frames in a file of so many bytes.
std::int64_t framesIn(const Source& header, const WfdbSignal& signal, const WfdbGroup& group,
                      std::uint64_t bytes);

/// What lies in a file, to be read sample by sample of the frames: as it is mapped, or unpacked.
struct WfdbNumbers {
  const std::uint8_t* first = nullptr;
  Samples::Layout layout;  ///< of all samples in the order of the file; steps of the converter
};

/// The samples of `frames` frames of the group's file, unpacked where their format needs that.
WfdbNumbers numbersOf(const Source& file, const WfdbHeader& header, const WfdbGroup& group,
                      std::int64_t frames, Kept& kept);

}  // namespace espy::recordings
