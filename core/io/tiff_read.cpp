// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "io/message.h"
#include "io/picture_memory.h"
#include "io/scale.h"
#include "io/tiff_layout.h"
#include "io/tiff_read.h"

namespace espy::io {
namespace {

/// No bit of packed data says more than so many bytes.
std::uint64_t mostOfAByte(TiffPacking packing) {
  switch (packing) {
    case TiffPacking::none:
      return 1;
    case TiffPacking::runs:
      return 64;
    case TiffPacking::lzw:
      return 4096;
    default:
      return 1032;
  }
}

using Colour = std::array<std::uint16_t, 3>;

/// The colours of a palette, on the scale to `top`.
struct Palette {
  std::vector<Colour> colours;
  bool wide = false;  ///< 16 bits are needed to say them
};

Palette readPalette(const TiffDirectory& directory, int bits, const std::string& name) {
  const auto field = directory.field(kColourMap);
  const std::size_t count = std::size_t{1} << bits;
  if (!field || field->count < 3 * count) refuseTiff(name, phrase("it has no palette"));
  Palette palette;
  palette.colours.resize(count);
  bool small = true;    // a habit of old writers: bytes in words
  bool doubled = true;  // v * 257
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = static_cast<std::uint16_t>(directory.value(*field, c * count + i));
      palette.colours[i][c] = value;
      small = small && value < 256;
      doubled = doubled && value % 257 == 0;
    }
  }
  palette.wide = !small && !doubled;
  if (doubled) {
    for (Colour& colour : palette.colours) {
      for (std::uint16_t& value : colour) value = static_cast<std::uint16_t>(value / 257);
    }
  }
  return palette;
}

class TiffPicture {
 public:
  TiffPicture(const TiffDirectory& directory, const TiffLayout& layout,
              std::span<const std::uint8_t> bytes, const std::string& name)
      : directory_(directory),
        layout_(layout),
        bytes_(bytes),
        name_(name),
        big_(bytes[0] == 'M'),
        top_((1U << layout.bits) - 1U) {
    if (layout.palette()) palette_ = readPalette(directory, layout.bits, name);
    checkParts();
    makeScale();
  }

  Image read() {
    const PictureMemory memory(layout_.size, format(), name_);
    const MutableImageView& pixels = memory.pixels();
    std::uint64_t index = 0;
    for (std::int64_t plane = 0; plane < layout_.planes(); ++plane) {
      for (std::int64_t y = 0; y < layout_.size.height; y += layout_.part.height) {
        for (std::int64_t x = 0; x < layout_.size.width; x += layout_.part.width, ++index) {
          if (layout_.separate && plane >= layout_.kept()) continue;
          place(part(index, y), plane, x, y, pixels);
        }
      }
    }
    return memory.image();
  }

 private:
  PixelFormat format() const {
    const bool wide = layout_.palette() ? palette_.wide : layout_.bits > 8;
    const int channels = layout_.palette() ? 3 : layout_.kept();
    return {channels, wide ? Depth::u16 : Depth::u8};
  }

  /// Before memory is taken: every part is there, and all together can hold the picture.
  void checkParts() {
    const auto parts = static_cast<std::uint64_t>(layout_.parts());
    if (layout_.offsets.count < parts || (layout_.counts.count < parts && !unpacked())) {
      refuseTiff(name_, phrase("it has {} parts of {}", layout_.offsets.count, parts));
    }
    std::uint64_t there = 0;
    for (std::uint64_t i = 0; i < parts; ++i) there += packedBytes(i, 0);
    const std::uint64_t rows = static_cast<std::uint64_t>(layout_.size.height) * layout_.planes();
    const std::uint64_t wanted =
        rows * layout_.partRowBytes() * static_cast<std::uint64_t>(layout_.partsAcross());
    // Without counts parts have the bytes of their pixels.
    if (unpacked() && layout_.counts.count == 0) {
      there = std::min<std::uint64_t>(wanted, bytes_.size());
    }
    if (there > bytes_.size()) refuseTiff(name_, phrase("its parts lie upon each other"));
    if (wanted / mostOfAByte(layout_.packing) > there) {
      refuseTiff(name_, phrase("{} of picture data cannot hold {} x {} pixels", countedBytes(there),
                               layout_.size.width, layout_.size.height));
    }
  }
  bool unpacked() const { return layout_.packing == TiffPacking::none; }
  std::uint64_t packedBytes(std::uint64_t index, std::uint64_t missing) const {
    return index < layout_.counts.count ? directory_.value(layout_.counts, index) : missing;
  }

  /// The rows of a part, unpacked.
  std::span<const std::uint8_t> part(std::uint64_t index, std::int64_t y) {
    const std::int64_t below = layout_.size.height - y;
    const auto rows = static_cast<std::uint64_t>(std::min(layout_.part.height, below));
    const std::uint64_t wanted = rows * layout_.partRowBytes();
    const std::uint64_t at = directory_.value(layout_.offsets, index);
    const std::uint64_t packed = packedBytes(index, wanted);
    if (at > bytes_.size() || packed > bytes_.size() - at)
      refuseTiff(name_, phrase("a part is cut short"));
    const std::span<const std::uint8_t> source = bytes_.subspan(at, packed);
    std::uint64_t made = source.size();
    std::span<const std::uint8_t> result = source;
    if (!unpacked()) {
      // Tiles go on beyond the picture, and the last strip may. Data of a size say no more than so.
      const std::uint64_t full =
          static_cast<std::uint64_t>(layout_.part.height) * layout_.partRowBytes();
      const std::uint64_t most = std::min(full, packed * mostOfAByte(layout_.packing));
      if (most < wanted) {
        refuseTiff(name_,
                   phrase("{} of part {} cannot hold its pixels", countedBytes(packed), index));
      }
      if (held_ < most) {
        buffer_ = pictureMemory(most, name_);
        held_ = most;
      }
      const std::span<std::uint8_t> room(buffer_.get(), most);
      made = unpackTiffPart(layout_.packing, source, room, name_);
      result = room;
      if (layout_.differences && made >= wanted) addUp(room.first(wanted));
    }
    if (made < wanted) {
      refuseTiff(name_, phrase("part {} ends after {} of {} bytes", index, made, wanted));
    }
    return result.first(wanted);
  }

  /// Undoes the differences between neighbours.
  void addUp(std::span<std::uint8_t> rows) const {
    const auto step = static_cast<std::size_t>(layout_.samplesInPart());
    for (std::uint64_t at = 0; at < rows.size(); at += layout_.partRowBytes()) {
      const std::span<std::uint8_t> row = rows.subspan(at, layout_.partRowBytes());
      if (layout_.bits == 8) {
        for (std::size_t i = step; i < row.size(); ++i) {
          row[i] = static_cast<std::uint8_t>(row[i] + row[i - step]);
        }
        continue;
      }
      for (std::size_t i = 2 * step; i + 1 < row.size(); i += 2) {
        const std::uint32_t sum = word(row.data() + i) + word(row.data() + i - 2 * step);
        row[i + (big_ ? 0 : 1)] = static_cast<std::uint8_t>(sum >> 8);
        row[i + (big_ ? 1 : 0)] = static_cast<std::uint8_t>(sum);
      }
    }
  }

  std::uint32_t word(const std::uint8_t* at) const {
    return big_ ? std::uint32_t{at[0]} << 8 | at[1] : std::uint32_t{at[1]} << 8 | at[0];
  }
  std::uint32_t sample(const std::uint8_t* row, std::int64_t index) const {
    if (layout_.bits == 8) return row[index];
    if (layout_.bits == 16) return word(row + 2 * index);
    std::uint32_t value = 0;  // packed, the highest bit first
    for (std::int64_t bit = index * layout_.bits; bit < (index + 1) * layout_.bits; ++bit) {
      value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1U);
    }
    return value;
  }

  void place(std::span<const std::uint8_t> rows, std::int64_t plane, std::int64_t x, std::int64_t y,
             const MutableImageView& pixels) const {
    const std::int64_t width = std::min(layout_.part.width, layout_.size.width - x);
    const std::uint8_t* in = rows.data();
    for (std::uint64_t at = 0; at < rows.size(); at += layout_.partRowBytes(), ++y) {
      if (pixels.format().depth == Depth::u8) {
        placeRow(in + at, plane, width, pixels.pixel(x, y));
      } else {
        placeRow(in + at, plane, width, reinterpret_cast<std::uint16_t*>(pixels.pixel(x, y)));
      }
    }
  }

  template <class Sample>
  void placeRow(const std::uint8_t* in, std::int64_t plane, std::int64_t width, Sample* out) const {
    const std::int64_t samples = layout_.samplesInPart();
    const int channels = format().channels;
    if (asKept()) {
      std::memcpy(out, in, static_cast<std::size_t>(width * channels) * sizeof(Sample));
      return;
    }
    for (std::int64_t i = 0; i < width; ++i, out += channels) {
      if (layout_.palette()) {
        const Colour& colour = palette_.colours[sample(in, i)];
        for (int c = 0; c < 3; ++c) out[c] = static_cast<Sample>(colour[c]);
      } else if (layout_.separate) {
        out[plane] = scaledSample<Sample>(sample(in, i), plane);
      } else {
        for (int c = 0; c < channels; ++c) {
          out[c] = scaledSample<Sample>(sample(in, i * samples + c), c);
        }
      }
    }
  }
  template <class Sample>
  Sample scaledSample(std::uint32_t value, std::int64_t channel) const {
    if (layout_.inverted() && channel == 0) value = top_ - value;
    return scale_.empty() ? static_cast<Sample>(value) : static_cast<Sample>(scale_[value]);
  }
  /// Samples lie in the file as they do in a picture.
  bool asKept() const {
    const bool order = layout_.bits == 8 ||
                       (layout_.bits == 16 && big_ == (std::endian::native == std::endian::big));
    return order && !layout_.palette() && !layout_.inverted() && !layout_.separate &&
           layout_.samples == layout_.kept();
  }
  void makeScale() {
    if (layout_.palette() || layout_.bits == 8 || layout_.bits == 16) return;
    for (std::uint32_t value = 0; value <= top_; ++value) {
      scale_.push_back(
          static_cast<std::uint16_t>(scaled(value, top_, layout_.bits > 8 ? 65535 : 255)));
    }
  }

  const TiffDirectory& directory_;
  const TiffLayout& layout_;
  std::span<const std::uint8_t> bytes_;
  const std::string& name_;
  bool big_;
  std::uint32_t top_;
  Palette palette_;
  std::vector<std::uint16_t> scale_;
  std::shared_ptr<std::uint8_t> buffer_;
  std::uint64_t held_ = 0;  ///< bytes of it
};

/// The picture as it is to be seen: TIFF's orientations 2 to 8.
Image turned(Image image, int orientation, const std::string& name) {
  if (orientation == 1) return image;
  const ImageView from = image;
  const Size size = from.size();
  const bool across = orientation >= 5;
  const PictureMemory memory(across ? Size{size.height, size.width} : size, from.format(), name);
  const bool fromRight =
      orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool fromBelow =
      orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const MutableImageView& to = memory.pixels();
  const auto bytes = static_cast<std::size_t>(from.format().bytesPerPixel());
  for (std::int64_t y = 0; y < to.height(); ++y) {
    for (std::int64_t x = 0; x < to.width(); ++x) {
      const std::int64_t u = across ? y : x;
      const std::int64_t v = across ? x : y;
      std::memcpy(
          to.pixel(x, y),
          from.pixel(fromRight ? size.width - 1 - u : u, fromBelow ? size.height - 1 - v : v),
          bytes);
    }
  }
  return memory.image();
}

}  // namespace

std::optional<Image> readTiff(std::span<const std::uint8_t> bytes, const std::string& name,
                              Message& note) {
  try {
    const TiffDirectory directory(bytes);
    const TiffLayout layout = readTiffLayout(directory, name);
    const bool known = isOwnTiff(layout) && directory.first(kFillOrder, 1) == 1 &&
                       (!layout.differences || (directory.first(kPredictor, 1) == 2 &&
                                                (layout.bits == 8 || layout.bits == 16)));
    if (known) {
      const std::int64_t leftOut = layout.samples - layout.kept();
      if (leftOut > 0) {
        addNote(note, leftOut == 1
                          ? phrase("1 of its {} channels was left out", layout.samples)
                          : phrase("{} of its {} channels were left out", leftOut, layout.samples));
      }
      return turned(TiffPicture(directory, layout, bytes, name).read(), layout.orientation, name);
    }
    if (isExactInOpenCv(layout)) return std::nullopt;
    refuse(ErrorCode::unsupported, name,
           phrase("is a TIFF of {} samples of {} bits with photometric interpretation {} and "
                  "compression {}, which is not read exactly here; convert it to PNG",
                  layout.samples, layout.bits, layout.photometric,
                  static_cast<std::uint64_t>(layout.packing)));
  } catch (const CutShort&) {
    refuseTiff(name, phrase("it is cut short"));
  }
}

}  // namespace espy::io
