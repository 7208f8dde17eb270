// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "espy/error.h"
#include "espy/files.h"
#include "espy/image.h"

#pragma GCC visibility push(default)
/// Reading and writing picture files. PBM, PGM, PPM, PAM, PNG, JPEG and BMP are built in; TIFF,
/// WebP and formats that this build omits use modules (libtiff, OpenCV), loaded on first use from
/// the lib folders beside the program or from $ESPY_MODULE_DIR.
namespace espy {

/// Options of reading.
struct ReadOptions {
  /// Larger pictures, and pixels of over 64 bytes, are refused before memory is allocated.
  std::int64_t maxPixels = std::int64_t{1} << 34;
  /// Ends the wait for a pipe, a terminal or a device with `cancelled`.
  std::stop_token stop = {};
  bool wantContent = false;  ///< see `ReadPicture::content`
};

/// A picture and remarks about its file.
struct ReadPicture {
  Image image;
  /// A remark for the user, or empty: "12 bytes after the first picture were not read".
  Message note;
  /// If requested, a hash of the file's bytes, the same on every machine.
  std::uint64_t content = 0;
};

/// Reads the first picture of a file; "-" is standard input. The format is recognised by content.
/// Raw 8-bit files with maxval 255 are mapped unless they are small; such a file must not be
/// written to while its picture lives; `checkUncut` detects if it was truncated. Samples are scaled
/// exactly: to 0..255 for maxval up to 255, else to 0..65535, rounded to nearest. Throws `system`,
/// `badPicture`, `tooLarge` or `unsupported` with a message that begins with the path.
ReadPicture readPicture(const std::string& path, const ReadOptions& options = {});

/// The same for a file in memory, which the picture does not refer to afterwards; `name` replaces
/// the path in messages.
ReadPicture readPicture(std::span<const std::uint8_t> bytes, const std::string& name,
                        const ReadOptions& options = {});

/// Throws `badPicture` if the mapped file of this picture, or of the one that it is a part of, has
/// been truncated since it was read. Call it after use, because lost bytes read as zeros. (The
/// SIGBUS that the system raises is handled while such pictures live; others go to the previous
/// handler.) Does nothing for other pictures.
void checkUncut(const ImageView& picture);
/// The same if the file has been written to in any way. A file that was replaced under its name has
/// not.
void checkUnchanged(const ImageView& picture);

/// Writes a picture atomically; the path's extension chooses the format (.pbm .pgm .ppm .pam .pnm
/// .png .jpg .jpeg .tif .tiff .bmp .webp), "-" writes PNM or PAM to standard output. The file gets
/// its name when it is complete and on disk; until then nothing remains if the program ends. In a
/// world-writable folder such as /tmp, another user's file is not replaced and another user's link
/// not followed. If the format cannot hold the picture, it is converted to the nearest that it can
/// (grey to RGB in .ppm, colour to luma in .pgm, 16 to 8 bits, alpha dropped; .webp drops the
/// colours of transparent pixels; .pbm accepts only black and white).
///
/// `beforeItAppears`, if any, is called when everything is on disk but has no name yet. If it
/// throws, no file appears.
void writePicture(const std::string& path, const ImageView& image,
                  const std::function<void()>& beforeItAppears = {},
                  Existing existing = Existing::replaced);

/// Writes numbers, row-major, atomically as a TIFF with one 32-bit floating-point channel, or three
/// that are interleaved; the extension must be .tif or .tiff.
void writeFloatPicture(const std::string& path, Size size, std::span<const float> values,
                       int channels = 1, Existing existing = Existing::replaced);

/// Throws `unsupported` if writePicture does not support this path's extension or lacks the module
/// for it. An early check, before expensive work.
void checkWritable(const std::string& path);

/// Throws `unsupported` unless writePicture keeps every sample of a picture with alpha: in PNG, PAM
/// and TIFF, and on standard output.
void checkKeepsAlpha(const std::string& path);

}  // namespace espy
#pragma GCC visibility pop
