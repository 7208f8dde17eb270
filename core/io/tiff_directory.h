// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "io/byte_reader.h"

namespace espy::io {

enum TiffTag : std::uint16_t {
  kImageWidth = 256,
  kImageLength = 257,
  kBitsPerSample = 258,
  kCompression = 259,
  kPhotometric = 262,
  kFillOrder = 266,
  kStripOffsets = 273,
  kOrientation = 274,
  kSamplesPerPixel = 277,
  kRowsPerStrip = 278,
  kStripByteCounts = 279,
  kPlanarConfiguration = 284,
  kPredictor = 317,
  kColourMap = 320,
  kTileWidth = 322,
  kTileLength = 323,
  kTileOffsets = 324,
  kTileByteCounts = 325,
  kExtraSamples = 338,
  kSampleFormat = 339,
};

/// The values of one tag.
struct TiffField {
  std::uint64_t count = 0;
  std::uint64_t at = 0;  ///< where the values stand
  int bytes = 0;         ///< of one value
};

/// The first directory of a TIFF or BigTIFF file.
class TiffDirectory {
 public:
  explicit TiffDirectory(std::span<const std::uint8_t> bytes)
      : file_(bytes, bytes[0] == 'I' ? ByteReader::Order::little : ByteReader::Order::big),
        big_(file_.u16(2) == 43),
        at_(big_ ? file_.u64(8) : file_.u32(4)),
        count_(big_ ? file_.u64(at_) : file_.u16(at_)) {
    file_.need(at_, countBytes());
    if (count_ > file_.size() / entryBytes()) throw CutShort{};
    file_.need(at_ + countBytes(), count_ * entryBytes() + offsetBytes());
  }

  const ByteReader& file() const { return file_; }

  bool hasNext() const {
    const std::uint64_t at = at_ + countBytes() + count_ * entryBytes();
    return (big_ ? file_.u64(at) : file_.u32(at)) != 0;
  }

  std::optional<TiffField> field(TiffTag tag) const {
    for (std::uint64_t i = 0; i < count_; ++i) {
      const std::uint64_t entry = at_ + countBytes() + i * entryBytes();
      if (file_.u16(entry) != tag) continue;
      TiffField field;
      field.bytes = valueBytes(file_.u16(entry + 2));
      if (field.bytes == 0) return std::nullopt;
      field.count = big_ ? file_.u64(entry + 4) : file_.u32(entry + 4);
      const std::uint64_t place = entry + (big_ ? 12 : 8);
      const auto bytes = static_cast<std::uint64_t>(field.bytes);
      const bool here = field.count <= offsetBytes() / bytes;
      field.at = here ? place : big_ ? file_.u64(place) : file_.u32(place);
      if (field.count > file_.size() / bytes) throw CutShort{};
      file_.need(field.at, field.count * bytes);
      return field;
    }
    return std::nullopt;
  }

  std::uint64_t value(const TiffField& field, std::uint64_t index) const {
    const std::uint64_t at = field.at + index * static_cast<std::uint64_t>(field.bytes);
    switch (field.bytes) {
      case 1:
        return file_.u8(at);
      case 2:
        return file_.u16(at);
      case 4:
        return file_.u32(at);
      default:
        return file_.u64(at);
    }
  }

  /// The first value of a tag, or what stands for a missing one.
  std::uint64_t first(TiffTag tag, std::uint64_t missing) const {
    const auto found = field(tag);
    return found && found->count > 0 ? value(*found, 0) : missing;
  }

 private:
  std::uint64_t countBytes() const { return big_ ? 8 : 2; }
  std::uint64_t entryBytes() const { return big_ ? 20 : 12; }
  std::uint64_t offsetBytes() const { return big_ ? 8 : 4; }
  /// Of the unsigned integer types; 0 for others.
  static int valueBytes(int type) {
    return type == 1 ? 1 : type == 3 ? 2 : type == 4 || type == 13 ? 4 : type == 16 ? 8 : 0;
  }

  ByteReader file_;
  bool big_;
  std::uint64_t at_;
  std::uint64_t count_;
};

}  // namespace espy::io
