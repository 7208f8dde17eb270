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

/// The families of formats that are read, told apart by a file's first bytes.
enum class Kind { pnm, png, jpeg, tiff, bmp, webp };

/// "PNG", "JPEG" and so on; "PNM" for the whole family.
std::string_view kindName(Kind kind);

/// What the first bytes are, or nothing when no such picture begins so.
std::optional<Kind> kindOf(std::span<const std::uint8_t> bytes);

/// Throws the sentence for bytes that `kindOf` does not know, with the format's name where it is a
/// known one that Espy does not read, or for no bytes at all.
[[noreturn]] void refuseUnknown(std::span<const std::uint8_t> bytes, const std::string& name);

/// What a header says about its picture, read without the decoder.
struct PictureInfo {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int channels = 0;  ///< 1 to 4; 0 where only the decoder can tell (palettes)
  int bits = 8;      ///< of a sample as it is decoded: 8 or 16
  Message note;      ///< what the file has besides, which is not read
};

/// Reads a header of one of the foreign kinds. Nothing when the bytes end before it says its size.
/// Throws `badPicture` for a header that cannot be and `unsupported` for one that is not read here.
std::optional<PictureInfo> readInfo(Kind kind, std::span<const std::uint8_t> bytes,
                                    const std::string& name);

/// Walks through the file's structure and throws `badPicture` when it is cut short: decoders fill
/// the missing part of some formats with grey and say nothing. Gives where the picture ends, or the
/// number of bytes where the format does not tell.
std::size_t checkWhole(Kind kind, std::span<const std::uint8_t> bytes, const std::string& name);

/// Throws `badPicture` when a JPEG that `checkWhole` let pass ends before its scans have brought
/// all of the picture, or is too short for a picture of its size: before memory is taken for one.
void checkJpegScans(std::span<const std::uint8_t> bytes, const std::string& name);

/// A PNG file with nothing but what decides its pixels: libpng prints warnings about damaged colour
/// profiles and the like. Empty where there is nothing to leave out.
std::vector<std::uint8_t> plainPng(std::span<const std::uint8_t> bytes);

/// Adds a sentence to a picture's note.
void addNote(Message& note, const Message& sentence);
/// Adds how many bytes behind the picture were not read, if any; `more` when they were not all
/// counted.
void addUnread(Message& note, std::uint64_t unread, bool more = false);

}  // namespace espy::io
