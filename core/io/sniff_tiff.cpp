// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "files/byte_reader.h"
#include "files/message.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

enum TiffTag : std::uint16_t {
  kImageWidth = 256,
  kImageLength = 257,
  kBitsPerSample = 258,
  kPhotometric = 262,
  kStripOffsets = 273,
  kOrientation = 274,
  kSamplesPerPixel = 277,
  kStripByteCounts = 279,
  kTileOffsets = 324,
  kTileByteCounts = 325,
  kExtraSamples = 338,
  kSampleFormat = 339,
};

/// The values of a tag.
struct TiffField {
  std::uint64_t count = 0;
  std::uint64_t at = 0;  ///< offset of the values
  int bytes = 0;         ///< of one value
};

/// The first directory of a TIFF or BigTIFF file.
class TiffDirectory {
 public:
  explicit TiffDirectory(std::span<const std::uint8_t> bytes)
      : file_(bytes,
              bytes[0] == 'I' ? files::ByteReader::Order::little : files::ByteReader::Order::big),
        big_(file_.u16(2) == 43),
        at_(big_ ? file_.u64(8) : file_.u32(4)),
        count_(big_ ? file_.u64(at_) : file_.u16(at_)) {
    file_.need(at_, countBytes());
    if (count_ > file_.size() / entryBytes()) throw files::Truncated{};
    file_.need(at_ + countBytes(), count_ * entryBytes() + offsetBytes());
  }

  const files::ByteReader& file() const { return file_; }

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
      if (field.count > file_.size() / bytes) throw files::Truncated{};
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

  /// Returns the first value of a tag, or `missing`.
  std::uint64_t first(TiffTag tag, std::uint64_t missing) const {
    const auto found = field(tag);
    return found && found->count > 0 ? value(*found, 0) : missing;
  }

 private:
  std::uint64_t countBytes() const { return big_ ? 8 : 2; }
  std::uint64_t entryBytes() const { return big_ ? 20 : 12; }
  std::uint64_t offsetBytes() const { return big_ ? 8 : 4; }
  /// Bytes of an unsigned integer type; 0 for other types.
  static int valueBytes(int type) {
    return type == 1 ? 1 : type == 3 ? 2 : type == 4 || type == 13 ? 4 : type == 16 ? 8 : 0;
  }

  files::ByteReader file_;
  bool big_;
  std::uint64_t at_;
  std::uint64_t count_;
};

}  // namespace

PictureInfo tiffInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const TiffDirectory directory(bytes);
  const std::uint64_t width = directory.first(kImageWidth, 0);
  const std::uint64_t height = directory.first(kImageLength, 0);
  const std::uint64_t bits = directory.first(kBitsPerSample, 1);
  const std::uint64_t samples = directory.first(kSamplesPerPixel, 1);
  const std::uint64_t format = directory.first(kSampleFormat, 1);
  if (width == 0 || height == 0 || width > UINT32_MAX || height > UINT32_MAX) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the TIFF header says {} x {} pixels", width, height));
  }
  // Formats 1 and 4 are unsigned and undefined; 2 and 3 signed and floating-point; others complex.
  if ((format != 1 && format != 4) || bits > 16) {
    files::refuse(ErrorCode::unsupported, name,
                  phrase("is a TIFF with {} samples of {} bits; unsigned ones of 8 or 16 are read",
                         format == 3   ? phrase("floating-point")
                         : format == 2 ? phrase("signed")
                                       : phrase("unusual"),
                         bits));
  }
  PictureInfo info;
  info.width = static_cast<std::int64_t>(width);
  info.height = static_cast<std::int64_t>(height);
  const std::uint64_t photometric = directory.first(kPhotometric, samples >= 3 ? 2 : 1);
  if (photometric != 3) {
    const std::uint64_t colours = photometric <= 1 ? 1 : 3;
    // Types 1 and 2 are alpha, 0 is unspecified. If the tag is missing, assumes alpha.
    const bool alpha = samples > colours && directory.first(kExtraSamples, 2) != 0;
    info.channels = static_cast<int>(colours + (alpha ? 1 : 0));
  }
  info.bits = bits > 8 ? 16 : 8;
  if (directory.hasNext()) info.note = phrase("the file has further pages, which were not read");
  return info;
}

std::size_t tiffEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  const TiffDirectory directory(bytes);
  const bool tiles = directory.field(kTileOffsets).has_value();
  const auto offsets = directory.field(tiles ? kTileOffsets : kStripOffsets);
  const auto counts = directory.field(tiles ? kTileByteCounts : kStripByteCounts);
  if (!offsets || offsets->count == 0) {
    files::refuse(ErrorCode::badPicture, name, phrase("the TIFF file has no picture data"));
  }
  for (std::uint64_t i = 0; i < offsets->count; ++i) {
    const std::uint64_t size =
        counts && i < counts->count ? directory.value(*counts, i) : std::uint64_t{1};
    directory.file().need(directory.value(*offsets, i), size);
  }
  return bytes.size();
}

bool tiffHasFloats(std::span<const std::uint8_t> bytes) {
  constexpr std::uint64_t kFloatingPoint = 3;
  try {
    return TiffDirectory(bytes).first(kSampleFormat, 1) == kFloatingPoint;
  } catch (const files::Truncated&) {
    return false;
  }
}

}  // namespace espy::io
