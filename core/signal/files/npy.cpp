// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/npy.h"

#include "signal/files/formats.h"
#include "signal/files/number_format.h"

namespace espy::recordings {
namespace {

/// Strides of the samples of channels in an array.
struct ArrayLayout {
  std::int64_t samples = 0;
  std::int64_t channels = 1;
  std::int64_t sampleStep = 1;  ///< stride between samples of a channel
  std::int64_t channelStep = 0;
};

ArrayLayout layoutOf(const files::NpyHeader& header, RecordingOptions::Side along) {
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

/// Bytes of the array's numbers; throws if the file has fewer than the shape needs.
std::uint64_t checkedBytes(const Source& source, const files::NpyHeader& header) {
  if (header.isEmpty()) refuseFile(source, phrase("is an array without numbers"));
  std::uint64_t bytes = static_cast<std::uint64_t>(header.stored.bytes);
  for (const std::int64_t side : header.shape) {
    if (bytes > source.bytes.size() / static_cast<std::uint64_t>(side)) {
      refuseFile(source, phrase("ends before the numbers announced in its header"));
    }
    bytes *= static_cast<std::uint64_t>(side);
  }
  return bytes;
}

}  // namespace

bool isNpy(const Source& source) {
  return files::isNpy(source.bytes);
}

ReadRecording readNpy(const Source& source, const RecordingOptions& options) {
  const files::NpyHeader header = files::readNpyHeader(source.bytes, source.name);
  if (header.shape.empty() || header.shape.size() > 2) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is an array of {} dimensions; 1 and 2 can be read", header.shape.size()));
  }
  const std::uint64_t bytes = checkedBytes(source, header);
  const std::uint64_t there = source.bytes.size() - header.data;
  if (bytes > there) {
    refuseFile(source, phrase("ends after {} of {} bytes of numbers", there, bytes));
  }
  const ArrayLayout layout = layoutOf(header, options.samplesAlong);
  if (layout.channels > kMostChannelsRead) {
    files::refuse(ErrorCode::tooLarge, source.name,
                  phrase("has {} channels, more than the {} that can be read", layout.channels,
                         kMostChannelsRead));
  }
  const std::vector<std::string> names(static_cast<std::size_t>(layout.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), layout.samples, options, source.name);
  MemoryOwners owners;
  owners.keep(source.owner);
  ReadRecording result;
  const std::uint8_t* numbers = source.bytes.data() + header.data;
  for (const std::size_t index : chosen) {
    const std::int64_t first = static_cast<std::int64_t>(index) * layout.channelStep;
    result.channels.push_back(
        {"", "", options.rate,
         samplesOf(header.stored, numbers + first * header.stored.bytes, layout.samples,
                   layout.sampleStep * header.stored.bytes, source.name, owners)});
  }
  result.memory = owners.memory();
  if (there > bytes) {
    result.note = phrase("{} after its numbers were not read", files::countedBytes(there - bytes));
  }
  return result;
}

}  // namespace espy::recordings
