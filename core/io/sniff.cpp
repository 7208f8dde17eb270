// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/sniff.h"

#include <algorithm>
#include <array>

#include "files/byte_reader.h"
#include "files/message.h"
#include "io/pnm_header.h"
#include "io/sniff_formats.h"

namespace espy::io {
namespace {

using namespace std::string_view_literals;

std::string_view firstText(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 16)};
}

/// "P1" to "P7", followed by the end, whitespace, a comment or, invalidly, a digit. "P3rhaps" is no
/// picture.
bool beginsPnm(std::string_view text) {
  if (text.size() < 2 || text[0] != 'P' || text[1] < '1' || text[1] > '7') return false;
  return text.size() == 2 || isPnmSpace(text[2]) || text[2] == '#' || isDigit(text[2]);
}

struct Magic {
  std::string_view bytes;
  std::size_t at;
  bool an;  ///< article "an" instead of "a"
  std::string_view name;
};

/// Unsupported formats, named in the error.
constexpr std::array<Magic, 12> kForeign{{{"GIF8"sv, 0, false, "GIF"},
                                          {"PF\n"sv, 0, false, "PFM (floating point)"},
                                          {"Pf\n"sv, 0, false, "PFM (floating point)"},
                                          {"ftypavif"sv, 4, true, "AVIF"},
                                          {"ftypheic"sv, 4, true, "HEIC"},
                                          {"ftypmif1"sv, 4, true, "HEIF"},
                                          {"\x00\x00\x00\x0cjP  "sv, 0, false, "JPEG 2000"},
                                          {"\xff\x0a"sv, 0, false, "JPEG XL"},
                                          {"\x00\x00\x00\x0cJXL "sv, 0, false, "JPEG XL"},
                                          {"\x76\x2f\x31\x01"sv, 0, true, "OpenEXR"},
                                          {"8BPS"sv, 0, false, "Photoshop"},
                                          {"<svg"sv, 0, true, "SVG"}}};

/// How a kind of file is checked; a PNM is not.
struct Format {
  std::string_view name;
  PictureInfo (*info)(std::span<const std::uint8_t> bytes, const std::string& name) = nullptr;
  std::size_t (*end)(std::span<const std::uint8_t> bytes, const std::string& name) = nullptr;
};

const Format& formatOf(Kind kind) {
  static constexpr std::array<Format, 6> kFormats{{{"PNM"},
                                                   {"PNG", pngInfo, pngEnd},
                                                   {"JPEG", jpegInfo, jpegEnd},
                                                   {"TIFF", tiffInfo, tiffEnd},
                                                   {"BMP", bmpInfo, bmpEnd},
                                                   {"WebP", webpInfo, webpEnd}}};
  return kFormats[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view kindName(Kind kind) {
  return formatOf(kind).name;
}

std::optional<Kind> kindOf(std::span<const std::uint8_t> bytes) {
  const std::string_view text = firstText(bytes);
  if (beginsPnm(text)) return Kind::pnm;
  if (text.starts_with("\x89PNG\r\n\x1a\n"sv)) return Kind::png;
  if (text.starts_with("\xff\xd8\xff"sv)) return Kind::jpeg;
  if (text.starts_with("II*\0"sv) || text.starts_with("MM\0*"sv)) return Kind::tiff;
  if (text.starts_with("II+\0"sv) || text.starts_with("MM\0+"sv)) return Kind::tiff;
  if (text.starts_with("RIFF"sv) && text.size() >= 12 && text.substr(8, 4) == "WEBP"sv)
    return Kind::webp;
  // Two letters are weak evidence: also requires the zero fields and a known header size.
  if (text.starts_with("BM"sv) && text.size() >= 16 && text.substr(6, 4) == "\0\0\0\0"sv &&
      text[15] == 0 && (text[14] == 12 || (text[14] >= 40 && text[14] <= 124))) {
    return Kind::bmp;
  }
  return std::nullopt;
}

void refuseUnknown(std::span<const std::uint8_t> bytes, const std::string& name) {
  if (bytes.empty()) files::refuse(ErrorCode::badPicture, name, phrase("is empty"));
  const std::string_view text = firstText(bytes);
  for (const Magic& magic : kForeign) {
    if (text.size() > magic.at && text.substr(magic.at).starts_with(magic.bytes)) {
      files::refuse(
          ErrorCode::unsupported, name,
          magic.an
              ? phrase("is an {} picture, which is not supported; convert it to PNG", magic.name)
              : phrase("is a {} picture, which is not supported; convert it to PNG", magic.name));
    }
  }
  files::refuse(
      ErrorCode::unsupported, name,
      phrase(
          "is not a picture in a known format (PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP, WebP)"));
}

std::optional<PictureInfo> readInfo(Kind kind, std::span<const std::uint8_t> bytes,
                                    const std::string& name) {
  const Format& format = formatOf(kind);
  if (format.info == nullptr) return std::nullopt;
  try {
    return format.info(bytes, name);
  } catch (const files::Truncated&) {
    return std::nullopt;
  }
}

std::size_t checkWhole(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name) {
  const Format& format = formatOf(kind);
  if (format.end == nullptr) return bytes.size();
  try {
    return format.end(bytes, name);
  } catch (const files::Truncated&) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the {} file is cut short after {}", format.name,
                         files::countedBytes(bytes.size())));
  }
}

void checkDecodedSize(const PictureInfo& info, std::int64_t width, std::int64_t height,
                      const std::string& name) {
  if (width == info.width && height == info.height) return;
  files::refuse(ErrorCode::badPicture, name,
                phrase("its header says {} x {} pixels, but it decodes to {} x {}", info.width,
                       info.height, width, height));
}

void addNote(Message& note, const Message& sentence) {
  note = note.empty() ? sentence : phrase("{}; {}", note, sentence);
}

void addUnread(Message& note, std::uint64_t unread, bool more) {
  if (unread == 0) return;
  if (more) {
    addNote(note, phrase("more than {} bytes after the first picture were not read", unread));
  } else if (unread == 1) {
    addNote(note, phrase("1 byte after the first picture was not read"));
  } else {
    addNote(note, phrase("{} bytes after the first picture were not read", unread));
  }
}

}  // namespace espy::io
