// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "io/tiff/memory_tiff.h"

namespace espy::io {
namespace {

void set(TIFF* tiff, std::uint32_t tag, std::uint32_t value) {
  if (TIFFSetField(tiff, tag, value) != 1)
    throw BadTiff{"libtiff refuses tag " + std::to_string(tag)};
}

/// Writes floating-point samples uncompressed, 8 and 16 bits with LZW and horizontal differencing,
/// which every reader supports.
void writeTo(const EspyPixels& picture, std::vector<std::uint8_t>& file) {
  constexpr std::uint64_t kStripBytes = std::uint64_t{256} << 10;
  constexpr std::uint64_t kMostClassic = (std::uint64_t{4} << 30) - (std::uint64_t{64} << 20);
  const bool floats = picture.sampleBytes == 4;
  const auto rowBytes =
      static_cast<std::uint64_t>(picture.width * picture.channels * picture.sampleBytes);
  const auto height = static_cast<std::uint64_t>(picture.height);
  const std::uint64_t rows = std::clamp(kStripBytes / rowBytes, std::uint64_t{1}, height);
  // LZW may need 12 bits per byte.
  const std::uint64_t most = rowBytes * height / 2 * (floats ? 2 : 3);
  if (floats) file.reserve(rowBytes * height + 16 * (height / rows + 1) + 4096);

  TiffMemory memory;
  memory.written = &file;
  TiffMessages talk;
  const OpenTiff open = openTiff(memory, talk, most > kMostClassic ? "w8l" : "wl", 0);
  TIFF* const tiff = open.get();
  const auto check = [&](bool good) {
    if (!good) throw BadTiff{talk.wrong.empty() ? "libtiff cannot write it" : talk.wrong};
  };
  check(tiff != nullptr);
  set(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(picture.width));
  set(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(picture.height));
  set(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<std::uint32_t>(8 * picture.sampleBytes));
  set(tiff, TIFFTAG_SAMPLESPERPIXEL, static_cast<std::uint32_t>(picture.channels));
  set(tiff, TIFFTAG_SAMPLEFORMAT, floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
  set(tiff, TIFFTAG_PHOTOMETRIC, picture.channels >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  set(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  set(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  set(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(rows));
  set(tiff, TIFFTAG_COMPRESSION, floats ? COMPRESSION_NONE : COMPRESSION_LZW);
  if (!floats) set(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  if (picture.channels % 2 == 0) {
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    check(TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha) == 1);
  }

  std::vector<std::uint8_t> strip(rows * rowBytes);
  for (std::uint64_t y = 0; y < height; y += rows) {
    const std::uint64_t count = std::min(rows, height - y);
    for (std::uint64_t row = 0; row < count; ++row) {
      std::memcpy(strip.data() + row * rowBytes,
                  picture.data + static_cast<std::int64_t>(y + row) * picture.stride, rowBytes);
    }
    const auto bytes = static_cast<tmsize_t>(count * rowBytes);
    check(TIFFWriteEncodedStrip(tiff, static_cast<std::uint32_t>(y / rows), strip.data(), bytes) ==
          bytes);
  }
  check(TIFFWriteDirectory(tiff) == 1);
  check(talk.wrong.empty());
}

int encodeTiffFile(const EspyPixels* picture, EspyBytes* result, char* said, std::size_t saidSize) {
  return guardedTiff(said, saidSize, [&] {
    auto file = std::make_unique<std::vector<std::uint8_t>>();
    writeTo(*picture, *file);
    *result = {file->data(), file->size(), file.get()};
    file.release();
  });
}

void releaseTiffBytes(void* keep) {
  delete static_cast<std::vector<std::uint8_t>*>(keep);
}

}  // namespace
}  // namespace espy::io

extern "C" __attribute__((visibility("default"))) const EspyTiffs* espyTiffs() {
  using namespace espy::io;
  static constexpr EspyTiffs kTiffs{kEspyTiffsVersion, openTiffFile,   readTiffFile,
                                    closeTiffFile,     encodeTiffFile, releaseTiffBytes};
  return &kTiffs;
}
