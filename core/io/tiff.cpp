// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff.h"

#include <array>
#include <cstring>
#include <memory>

#include "files/message.h"
#include "files/module.h"
#include "io/picture_memory.h"

namespace espy::io {
namespace {

constexpr files::ModuleName kTiffs{"espy_tiff", "espyTiffs", "libtiff"};

using Said = std::array<char, 512>;

[[noreturn]] void refuseTiff(int failed, const std::string& name, const Said& said) {
  if (failed == 2) {
    files::refuse(ErrorCode::unsupported, name,
                  phrase("is a TIFF that is not supported: {}", said.data()));
  }
  files::refuse(ErrorCode::badPicture, name,
                phrase("is a TIFF picture that cannot be decoded: {}", said.data()));
}

/// Applies TIFF's orientations 2 to 8.
Image turned(Image image, int orientation, const std::string& name) {
  if (orientation <= 1 || orientation > 8) return image;
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

std::string tiffModulePath() {
  return files::modulePathOf(kTiffs);
}

const EspyTiffs& tiffModule(const std::string& name, const Message& fact) {
  return files::loadedModule<EspyTiffs>(kTiffs, kEspyTiffsVersion, name, fact);
}

Image readTiff(std::span<const std::uint8_t> bytes, const PictureInfo& info,
               const std::string& name, Message& note) {
  const EspyTiffs& module = tiffModule(name, phrase("is a {} picture", kindName(Kind::tiff)));
  void* opened = nullptr;
  EspyTiffFacts facts{};
  Said said{};
  const int refused =
      module.open(bytes.data(), bytes.size(), &opened, &facts, said.data(), said.size());
  if (refused != 0) refuseTiff(refused, name, said);
  const std::unique_ptr<void, void (*)(void*)> tiff(opened, module.close);
  checkDecodedSize(info, facts.width, facts.height, name);
  const int channels = info.channels == 0 ? facts.colours : info.channels;
  const PixelFormat format{channels, facts.sampleBytes == 2 ? Depth::u16 : Depth::u8};
  if ((facts.palette != 0) != (info.channels == 0) ||
      (facts.palette == 0 && 8 * facts.sampleBytes != info.bits)) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("its header says {} channels of {} bits, but it decodes to {} of {} bits",
                         info.channels, info.bits, facts.colours, 8 * facts.sampleBytes));
  }
  const PictureMemory memory({facts.width, facts.height}, format, name);
  const int failed =
      module.read(opened, memory.pixels().row(0), channels, said.data(), said.size());
  if (failed != 0) refuseTiff(failed, name, said);
  const std::int64_t leftOut = facts.palette != 0 ? 0 : facts.samples - channels;
  if (leftOut > 0) {
    addNote(note, leftOut == 1
                      ? phrase("1 of its {} channels was left out", facts.samples)
                      : phrase("{} of its {} channels were left out", leftOut, facts.samples));
  }
  return turned(memory.image(), facts.orientation, name);
}

}  // namespace espy::io
