// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/number_format.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "signal/files/formats.h"
#include "signal/files/source.h"

namespace espy::recordings {
namespace {

using Kind = NumberFormat::Kind;
using Type = Samples::Type;

std::uint64_t bitsAt(const std::uint8_t* at, const NumberFormat& stored) {
  std::uint64_t bits = 0;
  for (int i = 0; i < stored.bytes; ++i) {
    const int shift = 8 * (stored.big ? stored.bytes - 1 - i : i);
    bits |= std::uint64_t{at[i]} << shift;
  }
  return bits;
}

/// Decodes an IEEE half-precision number.
double halfOf(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  double number = 0;
  if (exponent == 31) {
    number = fraction == 0 ? std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    number = std::ldexp(fraction, -24);
  } else {
    number = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -number : number;
}

double floatingOf(std::uint64_t bits, int bytes) {
  if (bytes == 2) return halfOf(bits);
  if (bytes == 4)
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return std::bit_cast<double>(bits);
}

double numberOf(std::uint64_t bits, const NumberFormat& stored) {
  switch (stored.kind) {
    case Kind::natural:
      return static_cast<double>(bits);
    case Kind::floating:
      return floatingOf(bits, stored.bytes);
    case Kind::whole: {
      const int unused = 64 - 8 * stored.bytes;
      return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
  }
  return 0;
}

}  // namespace

std::optional<Type> NumberFormat::mapped() const {
  if (big && bytes > 1) return {};
  switch (kind) {
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
  if (const std::optional<Type> type = stored.mapped()) {
    Samples::Layout layout;
    layout.type = *type;
    layout.stride = stride;
    return {first, count, layout};
  }
  const auto numbers = numbersFor<double>(count, name);
  for (double& number : *numbers) {
    number = numberOf(bitsAt(first, stored), stored);
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
