// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/number_format.h"

#include "signal/files/formats.h"
#include "signal/files/source.h"

namespace espy::recordings {
namespace {

using Kind = NumberFormat::Kind;
using Type = Samples::Type;

}  // namespace

std::optional<Type> mappedType(const NumberFormat& stored) {
  const int bytes = stored.bytes;
  if (stored.big && bytes > 1) return {};
  switch (stored.kind) {
    case Kind::natural:
      return bytes == 1 ? std::optional(Type::uint8) : std::nullopt;
    case Kind::floating:
      return bytes == 4   ? std::optional(Type::float32)
             : bytes == 8 ? std::optional(Type::float64)
                          : std::nullopt;
    case Kind::whole:
      return bytes == 1   ? std::optional(Type::int8)
             : bytes == 2 ? std::optional(Type::int16)
             : bytes == 3 ? std::optional(Type::int24)
             : bytes == 4 ? std::optional(Type::int32)
                          : std::nullopt;
  }
  return {};
}

NumberFormat numberFormatOf(Type type, bool big) {
  const bool floating = type == Type::float32 || type == Type::float64;
  const Kind kind = floating ? Kind::floating : type == Type::uint8 ? Kind::natural : Kind::whole;
  return {kind, static_cast<int>(bytesOf(type)), big};
}

Samples samplesOf(const NumberFormat& stored, const std::uint8_t* first, std::int64_t count,
                  std::int64_t stride, const std::string& name, MemoryOwners& owners) {
  if (const std::optional<Type> type = mappedType(stored)) {
    Samples::Layout layout;
    layout.type = *type;
    layout.stride = stride;
    return {first, count, layout};
  }
  const auto numbers = numbersFor<double>(count, name);
  for (double& number : *numbers) {
    number = files::numberAt(first, stored);
    first += stride;
  }
  owners.keep(numbers);
  return std::span<const double>(*numbers);
}

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
  MemoryOwners owners;
  owners.keep(source.owner);
  ReadRecording result;
  for (const std::size_t index : chosen) {
    const std::uint8_t* first =
        source.bytes.data() + format.skip + static_cast<std::int64_t>(index) * bytes;
    result.channels.push_back({"", "", options.rate,
                               samplesOf(numberFormatOf(format.type, format.bigEndian), first,
                                         size / frame, frame, source.name, owners)});
  }
  result.memory = owners.memory();
  return result;
}

}  // namespace espy::recordings
