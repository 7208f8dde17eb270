// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signal/files/formats.h"
#include "signal/files/number_format.h"
#include "signal/files/source.h"

namespace espy::recordings {

struct WfdbSignal {
  std::string file;  ///< "~": no samples
  int format = 16;
  std::int64_t perFrame = 1;  ///< samples
  std::int64_t skew = 0;      ///< frames of delay against the others
  std::int64_t offset = 0;    ///< byte offset of the samples in its file
  double gain = 200;          ///< ADC steps per unit
  double baseline = 0;        ///< the ADC step of 0 units
  std::string unit = "mV";
  std::int64_t initial = 0;
  std::optional<std::int64_t> checksum;
  std::string name;
};

/// A segment: a record that continues where the previous one ends.
struct WfdbSegment {
  std::string name;         ///< "~": a pause
  std::int64_t frames = 0;  ///< 0 in the first: it only lists the signals
};

struct WfdbHeader {
  double rate = 250;  ///< frames per second
  std::optional<std::int64_t> frames;
  std::int64_t signalCount = 0;
  std::vector<WfdbSignal> signals;    ///< empty if there are segments
  std::vector<WfdbSegment> segments;  ///< usually empty
};

WfdbHeader readWfdbHeader(const Source& source);

/// Signals of a record that share a file, interleaved by frame.
struct WfdbGroup {
  std::vector<std::size_t> signals;  ///< indexes in the header, in its order
  std::int64_t frameSamples = 0;

  /// The offset of a signal's samples in a frame.
  std::int64_t placeOf(const WfdbHeader& header, std::size_t signal) const;
};

/// Groups signals by file, in the header's order. Throws on contradictions.
std::vector<WfdbGroup> groupsOf(const Source& source, const WfdbHeader& header);

/// Whole frames in a file of `bytes` bytes.
std::int64_t framesIn(const Source& header, const WfdbSignal& signal, const WfdbGroup& group,
                      std::uint64_t bytes);

/// A file's samples, frame by frame: mapped or unpacked.
struct WfdbNumbers {
  const std::uint8_t* first = nullptr;
  Samples::Layout layout;  ///< of all samples in file order; ADC steps
};

/// The samples of `frames` frames of the group's file, unpacked if the format requires it.
WfdbNumbers numbersOf(const Source& file, const WfdbHeader& header, const WfdbGroup& group,
                      std::int64_t frames, MemoryOwners& owners);

std::vector<std::string> namesOf(const WfdbHeader& header);

void checkRates(const Source& source, const WfdbHeader& header,
                std::span<const std::size_t> chosen);

/// The number of frames, by the header and the file sizes.
std::int64_t framesOf(const Source& source, const WfdbHeader& header, const OpenBeside& open);

/// Some signals of a record without segments.
struct ReadSignals {
  std::int64_t frames = 0;
  std::vector<Samples> samples;  ///< of each chosen signal
};
ReadSignals readSignals(const Source& source, const WfdbHeader& header,
                        std::span<const std::size_t> chosen, const OpenBeside& open,
                        const RecordingOptions& options, MemoryOwners& owners);

/// A signal without samples: one gap.
Samples nowhere(std::int64_t samples, const std::string& name, MemoryOwners& owners);

/// Concatenates a record's segments in memory. All have the signals of the first; or the first is
/// empty and lists the signals, and each of the others has some of them. What was not recorded is a
/// gap.
ReadRecording readWfdbSegments(const Source& source, const WfdbHeader& header,
                               const OpenBeside& open, const RecordingOptions& options,
                               MemoryOwners& owners);

}  // namespace espy::recordings
