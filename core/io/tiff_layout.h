// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/image.h"
#include "espy/message.h"
#include "io/tiff_directory.h"

namespace espy::io {

/// How the samples of a TIFF file are packed; numbers as in the file.
enum class TiffPacking : std::uint64_t {
  none = 1,
  lzw = 5,
  deflate = 8,
  runs = 32773,
  oldDeflate = 32946,
};

/// What the first directory of a TIFF file says of its picture. A part is a strip or a tile.
struct TiffLayout {
  Size size;
  int bits = 1;
  std::int64_t samples = 1;
  std::uint64_t photometric = 1;
  TiffPacking packing = TiffPacking::none;
  bool separate = false;     ///< each sample has its own plane of parts
  bool differences = false;  ///< samples are kept as differences to their left neighbours
  bool alpha = false;        ///< the first sample behind grey or colour is alpha
  int orientation = 1;
  Size part;
  TiffField offsets;
  TiffField counts;

  bool palette() const { return photometric == 3; }
  bool inverted() const { return photometric == 0; }
  int colours() const { return photometric == 2 ? 3 : 1; }
  /// Samples that are kept; the others are left out.
  int kept() const { return colours() + (alpha ? 1 : 0); }
  std::int64_t samplesInPart() const { return separate ? 1 : samples; }
  std::int64_t partsAcross() const { return (size.width + part.width - 1) / part.width; }
  std::int64_t partsDown() const { return (size.height + part.height - 1) / part.height; }
  std::int64_t planes() const { return separate ? samples : 1; }
  std::int64_t parts() const { return partsAcross() * partsDown() * planes(); }
  std::uint64_t partRowBytes() const {
    return (static_cast<std::uint64_t>(part.width * samplesInPart() * bits) + 7) / 8;
  }
};

/// Reads the layout. Throws `badPicture` for what cannot be, `unsupported` where a sample is not of
/// 1 to 16 bits, and `CutShort`.
TiffLayout readTiffLayout(const TiffDirectory& directory, const std::string& name);

/// True where we read such a picture ourselves.
bool isOwnTiff(const TiffLayout& layout);
/// True where OpenCV's reader gives what the file says: grey or colour of 8 bits, or black and
/// white, without alpha, packed in a way that it surely knows. It drops or multiplies alpha, and
/// takes planes and inversions amiss.
bool isExactInOpenCv(const TiffLayout& layout);

/// Unpacks one part to `out`; gives how many bytes came. Throws `badPicture`.
std::uint64_t unpackTiffPart(TiffPacking packing, std::span<const std::uint8_t> part,
                             std::span<std::uint8_t> out, const std::string& name);

/// "is a TIFF picture that cannot be decoded: WHY".
[[noreturn]] void refuseTiff(const std::string& name, const Message& why);

}  // namespace espy::io
