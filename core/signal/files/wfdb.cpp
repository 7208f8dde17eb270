// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/byte_reader.h"
#include "signal/files/formats.h"
#include "signal/files/wfdb_marks.h"
#include "signal/files/wfdb_read.h"
#include "signal/files/wfdb_segments.h"

namespace espy::recordings {
namespace {

std::vector<RecordingMark> marksBeside(const std::string& record, const WfdbHeader& header,
                                       const OpenBeside& open, const RecordingOptions& options) {
  if (options.annotator.empty()) return {};
  const std::optional<Source> file = open(record + "." + options.annotator);
  if (!file) return {};
  try {
    return readWfdbMarks(*file, header.rate);
  } catch (const files::CutShort&) {
    refuseFile(*file, phrase("is cut short"));
  }
}

ReadRecording readWhole(const Source& source, const WfdbHeader& header, const OpenBeside& open,
                        const RecordingOptions& options, Kept& kept) {
  const std::vector<std::size_t> chosen = chosenChannels(namesOf(header), options, source.name);
  checkRates(source, header, chosen);
  const ReadSignals read = readSignals(source, header, chosen, open, options, kept);
  ReadRecording result;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    const WfdbSignal& signal = header.signals[chosen[c]];
    const double rate = header.rate * static_cast<double>(signal.perFrame);
    result.channels.push_back({signal.name, signal.unit, rate, read.samples[c]});
  }
  return result;
}

}  // namespace

ReadRecording readWfdb(const Source& source, const std::string& record, const OpenBeside& open,
                       const RecordingOptions& options) {
  const WfdbHeader header = readWfdbHeader(source);
  Kept kept;
  ReadRecording result = header.segments.empty()
                             ? readWhole(source, header, open, options, kept)
                             : readWfdbSegments(source, header, open, options, kept);
  result.marks = marksBeside(record, header, open, options);
  result.memory = kept.memory();
  return result;
}

}  // namespace espy::recordings
