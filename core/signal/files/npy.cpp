// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/formats.h"
#include "signal/files/npy_header.h"

namespace espy::recordings {
namespace {

/// How samples of channels lie in an array.
struct Sides {
  std::int64_t samples = 0;
  std::int64_t channels = 1;
  std::int64_t sampleStep = 1;  ///< numbers from a sample to the next of its channel
  std::int64_t channelStep = 0;
};

Sides sidesOf(const NpyHeader& header, RecordingOptions::Side along) {
  if (header.shape.size() == 1) return {header.shape[0], 1, 1, 0};
  const std::int64_t rows = header.shape[0];
  const std::int64_t columns = header.shape[1];
  const std::int64_t rowStep = header.columnsFirst ? 1 : columns;
  const std::int64_t columnStep = header.columnsFirst ? rows : 1;
  const bool byRows = along == RecordingOptions::Side::rows ||
                      (along == RecordingOptions::Side::longer && rows > columns);
  if (byRows) return {rows, columns, rowStep, columnStep};
  return {columns, rows, columnStep, rowStep};
}

/// Throws where the numbers are fewer than the shape says; gives how many bytes they take.
std::uint64_t checkedBytes(const Source& source, const NpyHeader& header) {
  std::uint64_t bytes = static_cast<std::uint64_t>(header.stored.bytes);
  for (const std::int64_t side : header.shape) {
    if (side == 0) refuseFile(source, phrase("is an array without numbers"));
    if (bytes > source.bytes.size() / static_cast<std::uint64_t>(side)) {
      refuseFile(source, phrase("ends before the numbers that its header promises"));
    }
    bytes *= static_cast<std::uint64_t>(side);
  }
  return bytes;
}

}  // namespace

bool isNpy(const Source& source) {
  return source.text().starts_with("\x93NUMPY");
}

ReadRecording readNpy(const Source& source, const RecordingOptions& options) {
  const NpyHeader header = readNpyHeader(source);
  if (header.shape.empty() || header.shape.size() > 2) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is an array of {} dimensions; 1 and 2 can be read", header.shape.size()));
  }
  const std::uint64_t bytes = checkedBytes(source, header);
  const std::uint64_t there = source.bytes.size() - header.data;
  if (bytes > there) {
    refuseFile(source, phrase("ends after {} of {} bytes of numbers", there, bytes));
  }
  const Sides sides = sidesOf(header, options.samplesAlong);
  if (sides.channels > kMostChannelsRead) {
    files::refuse(ErrorCode::tooLarge, source.name,
                  phrase("has {} channels, more than the {} that can be read", sides.channels,
                         kMostChannelsRead));
  }
  const std::vector<std::string> names(static_cast<std::size_t>(sides.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), sides.samples, options, source.name);
  Kept kept;
  kept.keep(source.owner);
  ReadRecording result;
  const std::uint8_t* numbers = source.bytes.data() + header.data;
  for (const std::size_t index : chosen) {
    const std::int64_t first = static_cast<std::int64_t>(index) * sides.channelStep;
    result.channels.push_back(
        {"", "", options.rate,
         samplesOf(header.stored, numbers + first * header.stored.bytes, sides.samples,
                   sides.sampleStep * header.stored.bytes, source.name, kept)});
  }
  result.memory = kept.memory();
  if (there > bytes) {
    result.note = phrase("{} behind its numbers were not read", files::countedBytes(there - bytes));
  }
  return result;
}

}  // namespace espy::recordings
