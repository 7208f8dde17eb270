// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/sniff.h"

/// Implementations of `readInfo` and `checkWhole` (sniff.h), one pair per format. They may throw
/// `Truncated`.
namespace espy::io {

PictureInfo pngInfo(std::span<const std::uint8_t> bytes, const std::string& name);
std::size_t pngEnd(std::span<const std::uint8_t> bytes, const std::string& name);

PictureInfo jpegInfo(std::span<const std::uint8_t> bytes, const std::string& name);
std::size_t jpegEnd(std::span<const std::uint8_t> bytes, const std::string& name);

PictureInfo tiffInfo(std::span<const std::uint8_t> bytes, const std::string& name);
std::size_t tiffEnd(std::span<const std::uint8_t> bytes, const std::string& name);
/// Whether the samples of a TIFF are floating point; false if it is cut short.
bool tiffHasFloats(std::span<const std::uint8_t> bytes);

PictureInfo bmpInfo(std::span<const std::uint8_t> bytes, const std::string& name);
std::size_t bmpEnd(std::span<const std::uint8_t> bytes, const std::string& name);

PictureInfo webpInfo(std::span<const std::uint8_t> bytes, const std::string& name);
std::size_t webpEnd(std::span<const std::uint8_t> bytes, const std::string& name);

}  // namespace espy::io
