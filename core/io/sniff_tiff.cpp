// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/message.h"
#include "io/sniff_formats.h"
#include "io/tiff_directory.h"

namespace espy::io {
PictureInfo tiffInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  const TiffDirectory directory(bytes);
  const std::uint64_t width = directory.first(kImageWidth, 0);
  const std::uint64_t height = directory.first(kImageLength, 0);
  const std::uint64_t bits = directory.first(kBitsPerSample, 1);
  const std::uint64_t samples = directory.first(kSamplesPerPixel, 1);
  const std::uint64_t format = directory.first(kSampleFormat, 1);
  if (width == 0 || height == 0 || width > UINT32_MAX || height > UINT32_MAX) {
    refuse(ErrorCode::badPicture, name,
           phrase("the TIFF header says {} x {} pixels", width, height));
  }
  // Formats 1 and 4 are unsigned and undefined; 2, 3 and the others are signed, real and complex.
  if ((format != 1 && format != 4) || bits > 16) {
    refuse(ErrorCode::unsupported, name,
           phrase("is a TIFF with {} samples of {} bits; unsigned ones of 8 or 16 are read",
                  format == 3   ? phrase("floating-point")
                  : format == 2 ? phrase("signed")
                                : phrase("unusual"),
                  bits));
  }
  PictureInfo info;
  info.width = static_cast<std::int64_t>(width);
  info.height = static_cast<std::int64_t>(height);
  const bool palette = directory.first(kPhotometric, 1) == 3;
  info.channels = samples >= 1 && samples <= 4 && !palette ? static_cast<int>(samples) : 0;
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
    refuse(ErrorCode::badPicture, name, phrase("the TIFF file has no picture data"));
  }
  for (std::uint64_t i = 0; i < offsets->count; ++i) {
    const std::uint64_t size =
        counts && i < counts->count ? directory.value(*counts, i) : std::uint64_t{1};
    directory.file().need(directory.value(*offsets, i), size);
  }
  return bytes.size();
}

}  // namespace espy::io
