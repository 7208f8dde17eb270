// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/error.h"

namespace espy::io {

/// Format families, recognised by a file's first bytes (magic number).
enum class Kind { pnm, png, jpeg, tiff, bmp, webp };

/// "PNG", "JPEG" and so on; "PNM" for the whole family.
std::string_view kindName(Kind kind);

/// Detects the format; nothing if it is unknown.
std::optional<Kind> kindOf(std::span<const std::uint8_t> bytes);

/// Throws the error for bytes that `kindOf` does not recognise: names the format if it is a known
/// unsupported one, or reports an empty file.
[[noreturn]] void refuseUnknown(std::span<const std::uint8_t> bytes, const std::string& name);

/// Facts from a header, read without the decoder.
struct PictureInfo {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int channels = 0;  ///< 1 to 4; 0 if only the decoder knows (palettes)
  int bits = 8;      ///< per decoded sample: 8 or 16
  Message note;      ///< remark about contents that are not read
};

/// Reads the header of any kind but PNM. Returns nothing if the bytes end before its size. Throws
/// `badPicture` for an invalid header and `unsupported` for one that Espy does not read.
std::optional<PictureInfo> readInfo(Kind kind, std::span<const std::uint8_t> bytes,
                                    const std::string& name);

/// Walks the file's structure and throws `badPicture` if it is truncated: for some formats decoders
/// silently fill the missing part with grey. Returns the offset of the picture's end, or the number
/// of bytes if the format does not define it.
std::size_t checkWhole(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name);

/// Throws `badPicture` if a decoder has found another size than the header's.
void checkDecodedSize(const PictureInfo& info, std::int64_t width, std::int64_t height,
                      const std::string& name);

/// Throws `badPicture`, before memory is allocated, if the scans of a JPEG that `checkWhole`
/// accepted do not cover the picture, or are too short for its size.
void checkJpegScans(std::span<const std::uint8_t> bytes, const std::string& name);

/// Returns a PNG reduced to the chunks that affect its pixels: libpng prints warnings about damaged
/// colour profiles and the like. Empty if there is nothing to remove.
std::vector<std::uint8_t> plainPng(std::span<const std::uint8_t> bytes);

/// Adds a sentence to a picture's note.
void addNote(Message& note, const Message& sentence);
/// Adds the number of bytes after the picture that were not read, if any; `more`: it is a lower
/// bound.
void addUnread(Message& note, std::uint64_t unread, bool more = false);

}  // namespace espy::io
