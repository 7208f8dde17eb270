// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/phrase.h"
#include "io/jpeg_markers.h"
#include "io/sniff_formats.h"

namespace espy::io {

PictureInfo jpegInfo(std::span<const std::uint8_t> bytes, const std::string& name) {
  JpegMarkers markers(bytes, name);
  for (;;) {
    const int marker = markers.next();
    if (marker == kEndOfImage || marker == kStartOfScan) {
      files::refuse(ErrorCode::badPicture, name, phrase("the JPEG file does not state its size"));
    }
    if (standsAlone(marker)) continue;
    if (!beginsFrame(marker)) {
      markers.skipSegment();
      continue;
    }
    const std::uint64_t at = markers.position();
    const files::ByteReader& file = markers.file();
    const int bits = file.u8(at + 2);
    PictureInfo info;
    info.height = file.u16(at + 3);
    info.width = file.u16(at + 5);
    const int components = file.u8(at + 7);
    if (info.width == 0 || info.height == 0) {
      files::refuse(ErrorCode::badPicture, name,
                    phrase("the JPEG header says {} x {} pixels", info.width, info.height));
    }
    if (bits != 8) {
      files::refuse(ErrorCode::unsupported, name,
                    phrase("is a JPEG with {} bits a sample; 8 are read", bits));
    }
    info.channels = components == 1 ? 1 : 3;
    return info;
  }
}

std::size_t jpegEnd(std::span<const std::uint8_t> bytes, const std::string& name) {
  JpegMarkers markers(bytes, name);
  bool data = false;
  for (;;) {
    const int marker = markers.next();
    if (marker == kEndOfImage) {
      if (!data)
        files::refuse(ErrorCode::badPicture, name, phrase("the JPEG file has no picture data"));
      return markers.position();
    }
    if (standsAlone(marker)) continue;
    markers.skipSegment();
    if (marker == kStartOfScan) {
      data = true;
      markers.skipData();
    }
  }
}

}  // namespace espy::io
