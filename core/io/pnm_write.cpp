// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/pnm_write.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "files/message.h"
#include "io/convert_row.h"

namespace espy::io {
namespace {

void writeText(const std::string& text, const Sink& sink) {
  sink({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::string headerOf(const ImageView& image, PnmFormat file, PixelFormat format) {
  const std::int64_t width = image.width();
  const std::int64_t height = image.height();
  switch (file) {
    case PnmFormat::pbm:
      return fmt::format("P4\n{} {}\n", width, height);
    case PnmFormat::pgm:
      return fmt::format("P5\n{} {}\n{}\n", width, height, format.maxValue());
    case PnmFormat::ppm:
      return fmt::format("P6\n{} {}\n{}\n", width, height, format.maxValue());
    case PnmFormat::pam:
      break;
  }
  constexpr std::array<std::string_view, 4> kTypes{"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB",
                                                   "RGB_ALPHA"};
  return fmt::format("P7\nWIDTH {}\nHEIGHT {}\nDEPTH {}\nMAXVAL {}\nTUPLTYPE {}\nENDHDR\n", width,
                     height, format.channels, format.maxValue(), kTypes[format.channels - 1]);
}

/// Format of the samples in the file.
PixelFormat sampleFormat(PixelFormat picture, PnmFormat file) {
  switch (file) {
    case PnmFormat::pgm:
      return {1, picture.depth};
    case PnmFormat::ppm:
      return {3, picture.depth};
    default:
      return picture;
  }
}

void toBigEndian(std::vector<std::uint8_t>& row) {
  for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
    std::uint16_t value = 0;
    std::memcpy(&value, &row[i], sizeof value);
    row[i] = static_cast<std::uint8_t>(value >> 8);
    row[i + 1] = static_cast<std::uint8_t>(value);
  }
}

void writeBits(const ImageView& image, const Sink& sink) {
  std::vector<std::uint8_t> row(static_cast<std::size_t>((image.width() + 7) / 8));
  for (std::int64_t y = 0; y < image.height(); ++y) {
    row.assign(row.size(), 0);
    for (std::int64_t x = 0; x < image.width(); ++x) {
      if (sampleAt(image, x, y, 0) == 0) {
        row[static_cast<std::size_t>(x / 8)] |= static_cast<std::uint8_t>(0x80 >> x % 8);
      }
    }
    sink(row);
  }
}

}  // namespace

PnmFormat pnmFormatFor(PixelFormat format, bool keepAlpha) {
  if (keepAlpha && format.hasAlpha()) return PnmFormat::pam;
  return format.colourChannels() == 1 ? PnmFormat::pgm : PnmFormat::ppm;
}

void checkBlackAndWhite(const ImageView& image, const std::string& name) {
  const auto white = static_cast<std::uint32_t>(image.format().maxValue());
  for (std::int64_t y = 0; y < image.height(); ++y) {
    for (std::int64_t x = 0; x < image.width(); ++x) {
      const std::uint32_t first = sampleAt(image, x, y, 0);
      bool good = first == 0 || first == white;
      for (int c = 1; c < image.format().colourChannels(); ++c) {
        good = good && sampleAt(image, x, y, c) == first;
      }
      if (!good) {
        files::refuse(
            ErrorCode::unsupported, name,
            phrase("a PBM holds only black and white, but pixel {},{} is neither; write a "
                   ".pgm or .ppm",
                   x, y));
      }
    }
  }
}

void writePnm(const ImageView& image, PnmFormat file, const Sink& sink) {
  const PixelFormat format = sampleFormat(image.format(), file);
  writeText(headerOf(image, file, format), sink);
  if (file == PnmFormat::pbm) return writeBits(image, sink);

  const bool inFileOrder = format == image.format() && format.depth == Depth::u8;
  const auto rowBytes = static_cast<std::size_t>(image.width() * format.bytesPerPixel());
  if (inFileOrder && image.stride() == image.rowBytes()) {
    return sink({image.row(0), rowBytes * static_cast<std::size_t>(image.height())});
  }
  std::vector<std::uint8_t> row(inFileOrder ? 0 : rowBytes);
  for (std::int64_t y = 0; y < image.height(); ++y) {
    if (inFileOrder) {
      sink({image.row(y), rowBytes});
      continue;
    }
    convertRow(image, y, format, row.data());
    if (format.depth == Depth::u16) toBigEndian(row);
    sink(row);
  }
}

}  // namespace espy::io
