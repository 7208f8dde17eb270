// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/formats.h"
#include "signal/files/stored.h"

namespace espy::recordings {

ReadRecording readRaw(const Source& source, const RawFormat& format,
                      const RecordingOptions& options) {
  if (format.channels < 1 || format.channels > kMostChannelsRead) {
    files::refuse(ErrorCode::badUse, source.name,
                  phrase("cannot have {} channels", format.channels));
  }
  if (format.skip >= source.bytes.size()) {
    refuseFile(source, phrase("has {} bytes, of which {} are to be skipped", source.bytes.size(),
                              format.skip));
  }
  const std::int64_t bytes = bytesOf(format.type);
  const std::int64_t frame = bytes * format.channels;
  const auto size = static_cast<std::int64_t>(source.bytes.size() - format.skip);
  if (size % frame != 0) {
    refuseFile(source, phrase("has {} bytes of samples, no whole number of {} channels of {} bytes",
                              size, format.channels, bytes));
  }
  const std::vector<std::string> names(static_cast<std::size_t>(format.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), size / frame, options, source.name);
  Kept kept;
  kept.keep(source.owner);
  ReadRecording result;
  for (const std::size_t index : chosen) {
    const std::uint8_t* first =
        source.bytes.data() + format.skip + static_cast<std::int64_t>(index) * bytes;
    result.channels.push_back({"", "", options.rate,
                               samplesOf(storedAs(format.type, format.bigEndian), first,
                                         size / frame, frame, source.name, kept)});
  }
  result.memory = kept.memory();
  return result;
}

}  // namespace espy::recordings
