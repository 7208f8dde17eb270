// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_layout.h"

#include <algorithm>

#include "io/message.h"

namespace espy::io {
namespace {

constexpr std::int64_t kMostSamples = 32;

/// The value that all samples share.
std::uint64_t sharedValue(const TiffDirectory& directory, TiffTag tag, std::uint64_t missing,
                          const Message& what, const std::string& name) {
  const auto field = directory.field(tag);
  if (!field || field->count == 0) return missing;
  const std::uint64_t first = directory.value(*field, 0);
  for (std::uint64_t i = 1; i < std::min<std::uint64_t>(field->count, kMostSamples); ++i) {
    if (directory.value(*field, i) != first) {
      refuse(ErrorCode::unsupported, name,
             phrase("is a TIFF whose samples differ in {}, which is not read", what));
    }
  }
  return first;
}

std::int64_t side(std::uint64_t value, std::int64_t most) {
  return static_cast<std::int64_t>(std::min(value, static_cast<std::uint64_t>(most)));
}

}  // namespace

void refuseTiff(const std::string& name, const Message& why) {
  refuse(ErrorCode::badPicture, name, phrase("is a TIFF picture that cannot be decoded: {}", why));
}

TiffLayout readTiffLayout(const TiffDirectory& directory, const std::string& name) {
  constexpr std::int64_t kMostSide = UINT32_MAX;
  constexpr std::int64_t kMostTileSide = 1 << 16;
  TiffLayout layout;
  layout.size = {side(directory.first(kImageWidth, 0), kMostSide),
                 side(directory.first(kImageLength, 0), kMostSide)};
  if (countPixels(layout.size.width, layout.size.height, 2 * kMostSamples) < 0) {
    refuse(ErrorCode::tooLarge, name, phrase("has more samples than 63 bits can count"));
  }
  const std::uint64_t bits = sharedValue(directory, kBitsPerSample, 1, phrase("bits"), name);
  const std::uint64_t samples = directory.first(kSamplesPerPixel, 1);
  const std::uint64_t format = sharedValue(directory, kSampleFormat, 1, phrase("format"), name);
  if (bits < 1 || bits > 16 || samples < 1 || samples > kMostSamples ||
      (format != 1 && format != 4)) {
    refuse(ErrorCode::unsupported, name,
           phrase("is a TIFF with {} samples of {} bits and format {}, which is not read", samples,
                  bits, format));
  }
  layout.bits = static_cast<int>(bits);
  layout.samples = static_cast<std::int64_t>(samples);
  layout.photometric = directory.first(kPhotometric, layout.samples >= 3 ? 2 : 1);
  if (layout.colours() > layout.samples)
    refuseTiff(name, phrase("it has fewer than three colours"));
  layout.packing = static_cast<TiffPacking>(directory.first(kCompression, 1));
  layout.separate = layout.samples > 1 && directory.first(kPlanarConfiguration, 1) == 2;
  layout.differences = layout.packing != TiffPacking::none && layout.packing != TiffPacking::runs &&
                       directory.first(kPredictor, 1) != 1;
  // Kinds 1 and 2 are alpha; 0 is something else. A file that does not tell means alpha.
  layout.alpha = layout.samples > layout.colours() && directory.first(kExtraSamples, 2) != 0;
  const std::uint64_t orientation = directory.first(kOrientation, 1);
  layout.orientation = orientation >= 1 && orientation <= 8 ? static_cast<int>(orientation) : 1;

  const auto tiles = directory.field(kTileOffsets);
  layout.part = tiles ? Size{side(directory.first(kTileWidth, 0), kMostTileSide + 1),
                             side(directory.first(kTileLength, 0), kMostTileSide + 1)}
                      : Size{layout.size.width,
                             side(directory.first(kRowsPerStrip, UINT32_MAX), layout.size.height)};
  if (layout.part.width < 1 || layout.part.height < 1 ||
      (tiles && std::max(layout.part.width, layout.part.height) > kMostTileSide)) {
    refuseTiff(name,
               phrase("its parts have {} x {} pixels", layout.part.width, layout.part.height));
  }
  const auto offsets = tiles ? tiles : directory.field(kStripOffsets);
  const auto counts = directory.field(tiles ? kTileByteCounts : kStripByteCounts);
  if (!offsets) refuseTiff(name, phrase("it has no picture data"));
  layout.offsets = *offsets;
  if (counts) layout.counts = *counts;
  return layout;
}

bool isOwnTiff(const TiffLayout& layout) {
  const TiffPacking packing = layout.packing;
  bool known =
      packing == TiffPacking::none || packing == TiffPacking::lzw || packing == TiffPacking::runs;
#ifdef ESPY_WITH_DEFLATE
  known = known || packing == TiffPacking::deflate || packing == TiffPacking::oldDeflate;
#endif
  return known && layout.photometric <= 3 &&
         (!layout.palette() || (layout.samples == 1 && layout.bits <= 8));
}

namespace {

/// Kinds of packing that every build of libtiff has: of others it may take data that it cannot
/// unpack for a black picture.
bool isAlwaysUnpacked(TiffPacking packing) {
  switch (static_cast<std::uint64_t>(packing)) {
    case 1:
    case 2:  // of faxes: 2, 3, 4 and 32771
    case 3:
    case 4:
    case 5:
    case 6:  // JPEG, in the old way and the new one
    case 7:
    case 8:
    case 32771:
    case 32773:
    case 32946:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool isExactInOpenCv(const TiffLayout& layout) {
  if (!isAlwaysUnpacked(layout.packing)) return false;
  const bool grey = layout.photometric <= 1 && layout.samples == 1;
  const bool colour = (layout.photometric == 2 || layout.photometric == 6) && layout.samples == 3;
  return (layout.bits == 8 && (grey || colour)) || (layout.bits == 1 && grey);
}

}  // namespace espy::io
