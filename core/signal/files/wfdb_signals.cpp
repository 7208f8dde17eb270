// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/wfdb.h"

#include <algorithm>
#include <utility>

// signal(5) of the WFDB Applications Guide.
namespace espy::recordings {
namespace {

/// A packing of samples: `bytes` hold `samples`.
struct Packing {
  int format;
  std::int64_t samples;
  std::int64_t bytes;
};
constexpr Packing kPackings[] = {{8, 1, 1},  {16, 1, 2},  {24, 1, 3},  {32, 1, 4},  {61, 1, 2},
                                 {80, 1, 1}, {160, 1, 2}, {212, 2, 3}, {310, 3, 4}, {311, 3, 4}};

const Packing& packingOf(const Source& header, const WfdbSignal& signal) {
  for (const Packing& packing : kPackings) {
    if (packing.format == signal.format) return packing;
  }
  files::refuse(ErrorCode::unsupported, header.name,
                phrase("has samples in the format {}; only 8, 16, 24, 32, 61, 80, 160, 212, 310 "
                       "and 311 are supported",
                       signal.format));
}

/// Bytes that `samples` take; the last group may be incomplete.
std::uint64_t bytesFor(const Packing& packing, std::int64_t samples) {
  const std::int64_t rest = samples % packing.samples;
  std::int64_t bytes = samples / packing.samples * packing.bytes;
  if (packing.format == 212 && rest == 1) bytes += 2;
  if (packing.samples == 3 && rest > 0) bytes += rest == 1 ? 2 : packing.format == 310 ? 4 : 3;
  return static_cast<std::uint64_t>(bytes);
}

int word(const std::uint8_t* at) {
  return at[0] | at[1] << 8;
}

/// Two's complement of `bits` bits.
std::int16_t complement(int value, int bits) {
  const int sign = 1 << (bits - 1);
  return static_cast<std::int16_t>(((value & (2 * sign - 1)) ^ sign) - sign);
}

std::int16_t sampleOf212(const std::uint8_t* bytes, std::int64_t index) {
  const std::uint8_t* at = bytes + index / 2 * 3;
  return index % 2 == 0 ? complement(at[0] | (at[1] & 15) << 8, 12)
                        : complement(at[2] | (at[1] >> 4) << 8, 12);
}

std::int16_t sampleOf310(const std::uint8_t* bytes, std::int64_t index) {
  const std::uint8_t* at = bytes + index / 3 * 4;
  const std::int64_t which = index % 3;
  if (which < 2) return complement(word(at + 2 * which) >> 1, 10);
  return complement(word(at) >> 11 | (word(at + 2) >> 11) << 5, 10);
}

std::int16_t sampleOf311(const std::uint8_t* bytes, std::int64_t index) {
  const std::uint8_t* at = bytes + index / 3 * 4;
  switch (index % 3) {
    case 0:
      return complement(at[0] | at[1] << 8, 10);
    case 1:
      return complement(at[1] >> 2 | at[2] << 6, 10);
    default:
      return complement(at[2] >> 4 | at[3] << 4, 10);
  }
}

template <class Number>
WfdbNumbers ownedNumbers(std::shared_ptr<std::vector<Number>> numbers, Samples::Type type,
                         std::optional<std::int32_t> gap, MemoryOwners& owners) {
  WfdbNumbers result;
  result.first = reinterpret_cast<const std::uint8_t*>(numbers->data());
  result.layout.type = type;
  result.layout.stride = sizeof(Number);
  result.layout.gap = gap;
  owners.keep(std::move(numbers));
  return result;
}

template <class SampleOf>
WfdbNumbers unpacked(const std::uint8_t* bytes, std::int64_t count, std::int32_t gap,
                     const std::string& name, MemoryOwners& keeper, const SampleOf& sampleOf) {
  auto numbers = numbersFor<std::int16_t>(count, name);
  for (std::int64_t i = 0; i < count; ++i) {
    (*numbers)[static_cast<std::size_t>(i)] = sampleOf(bytes, i);
  }
  return ownedNumbers(std::move(numbers), Samples::Type::int16, gap, keeper);
}

/// Format 8 stores the difference to the signal's previous sample.
WfdbNumbers addedUp(const std::uint8_t* bytes, const WfdbHeader& header, const WfdbGroup& group,
                    std::int64_t frames, const std::string& name, MemoryOwners& keeper) {
  auto numbers = numbersFor<std::int32_t>(frames * group.frameSamples, name);
  std::size_t at = 0;
  std::vector<std::uint32_t> last;
  for (const std::size_t signal : group.signals) {
    last.push_back(static_cast<std::uint32_t>(header.signals[signal].initial));
  }
  for (std::int64_t frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < group.signals.size(); ++i) {
      for (std::int64_t k = 0; k < header.signals[group.signals[i]].perFrame; ++k, ++at) {
        last[i] += static_cast<std::uint32_t>(static_cast<std::int8_t>(bytes[at]));
        (*numbers)[at] = static_cast<std::int32_t>(last[i]);
      }
    }
  }
  return ownedNumbers(std::move(numbers), Samples::Type::int32, {}, keeper);
}

WfdbNumbers mapped(const std::uint8_t* bytes, Samples::Type type, std::int64_t stride,
                   std::int32_t gap, double offset = 0) {
  WfdbNumbers result;
  result.first = bytes;
  result.layout.type = type;
  result.layout.stride = stride;
  result.layout.gap = gap;
  result.layout.offset = offset;
  return result;
}

}  // namespace

std::int64_t WfdbGroup::placeOf(const WfdbHeader& header, std::size_t signal) const {
  std::int64_t place = 0;
  for (const std::size_t other : signals) {
    if (other == signal) break;
    place += header.signals[other].perFrame;
  }
  return place;
}

std::vector<WfdbGroup> groupsOf(const Source& source, const WfdbHeader& header) {
  std::vector<WfdbGroup> groups;
  for (std::size_t i = 0; i < header.signals.size(); ++i) {
    const WfdbSignal& signal = header.signals[i];
    const bool sameFile = i > 0 && header.signals[i - 1].file == signal.file;
    if (!sameFile) groups.emplace_back();
    const WfdbSignal& first = header.signals[sameFile ? groups.back().signals.front() : i];
    if (first.format != signal.format) {
      refuseFile(source, phrase("has samples of two formats, {} and {}, in the file {}",
                                first.format, signal.format, shown(signal.file)));
    }
    groups.back().signals.push_back(i);
    groups.back().frameSamples += signal.perFrame;
  }
  return groups;
}

std::int64_t framesIn(const Source& header, const WfdbSignal& signal, const WfdbGroup& group,
                      std::uint64_t bytes) {
  const Packing& packing = packingOf(header, signal);
  const auto there = static_cast<std::int64_t>(bytes) - signal.offset;
  if (there <= 0) return 0;
  std::int64_t frames = (there / packing.bytes + 1) * packing.samples / group.frameSamples;
  while (frames > 0 &&
         bytesFor(packing, frames * group.frameSamples) > static_cast<std::uint64_t>(there)) {
    --frames;
  }
  return frames;
}

WfdbNumbers numbersOf(const Source& file, const WfdbHeader& header, const WfdbGroup& group,
                      std::int64_t frames, MemoryOwners& keeper) {
  const WfdbSignal& signal = header.signals[group.signals.front()];
  const std::uint8_t* bytes = file.bytes.data() + signal.offset;
  const std::int64_t count = frames * group.frameSamples;
  using Type = Samples::Type;
  switch (signal.format) {
    case 8:
      return addedUp(bytes, header, group, frames, file.name, keeper);
    case 16:
      return mapped(bytes, Type::int16, 2, -0x8000);
    case 24:
      return mapped(bytes, Type::int24, 3, -0x800000);
    case 32:
      return mapped(bytes, Type::int32, 4, std::numeric_limits<std::int32_t>::min());
    case 80:
      return mapped(bytes, Type::uint8, 1, 0, -128);
    case 61:
      return unpacked(bytes, count, -0x8000, file.name, keeper,
                      [](const std::uint8_t* at, std::int64_t i) {
                        return static_cast<std::int16_t>(at[2 * i] << 8 | at[2 * i + 1]);
                      });
    case 160:
      return unpacked(bytes, count, -0x8000, file.name, keeper,
                      [](const std::uint8_t* at, std::int64_t i) {
                        return static_cast<std::int16_t>(word(at + 2 * i) - 0x8000);
                      });
    case 212:
      return unpacked(bytes, count, -0x800, file.name, keeper, sampleOf212);
    case 310:
      return unpacked(bytes, count, -0x200, file.name, keeper, sampleOf310);
    default:
      return unpacked(bytes, count, -0x200, file.name, keeper, sampleOf311);
  }
}

}  // namespace espy::recordings
