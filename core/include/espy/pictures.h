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
/// Reading and writing picture files. PBM, PGM, PPM, PAM, PNG, JPEG and BMP are read and written
/// here; TIFF, WebP and what this build was made without by modules (libtiff, OpenCV) that are
/// loaded when such a file is first met, from the lib folders beside the program or from
/// $ESPY_MODULE_DIR.
namespace espy {

/// What is read, and how long is waited for it.
struct ReadOptions {
  /// Larger pictures are refused before memory is taken for them, and pixels of over 64 bytes.
  std::int64_t maxPixels = std::int64_t{1} << 34;
  /// Ends the waiting for a pipe, a terminal or a device with `cancelled`.
  std::stop_token stop = {};
  bool wantContent = false;  ///< see `ReadPicture::content`
};

/// A picture as read, and what there is to say about its file.
struct ReadPicture {
  Image image;
  /// For people, empty where there is nothing to say: "12 bytes after the first picture were not
  /// read".
  Message note;
  /// If it was asked for, what tells the bytes of the file from others, by chance: the same bytes
  /// have the same number everywhere.
  std::uint64_t content = 0;
};

/// Reads the first picture of a file; "-" is standard input. The kind is recognised by content.
/// Raw 8-bit files with maxval 255 are mapped, not copied, unless they are small; so such a file
/// must not be written to while its picture lives; if it is cut short all the same, `checkUncut`
/// tells. Samples are scaled
/// exactly: to 0..255 for maxval up to 255, else to 0..65535, rounded to nearest. Throws `system`,
/// `badPicture`, `tooLarge` or `unsupported` with a sentence that begins with the path.
ReadPicture readPicture(const std::string& path, const ReadOptions& options = {});

/// The same from bytes in memory, which the picture does not refer to afterwards; `name` stands for
/// the path in messages.
ReadPicture readPicture(std::span<const std::uint8_t> bytes, const std::string& name,
                        const ReadOptions& options = {});

/// Throws `badPicture` where the file of a mapped picture, or of the one that this is a part of,
/// has been cut short since it was read: for who has just used it, since zeros stand in the place
/// of what is gone. (The signal that the system raises then, SIGBUS, is handled while such pictures
/// live; what is not theirs goes to the handler that was there before.) Nothing for other pictures.
void checkUncut(const ImageView& picture);

/// Writes a picture; the ending of the path chooses the format (.pbm .pgm .ppm .pam .pnm .png .jpg
/// .jpeg .tif .tiff .bmp .webp), "-" writes PNM or PAM to standard output. The file appears whole
/// or not at all: it gets its name when it is whole and on disk, and until then nothing of it
/// remains if the program is ended. In a folder that everybody may write to, such as /tmp, what
/// belongs to another user is neither replaced nor followed, if it is a link. A format that cannot
/// hold the picture takes the nearest that it can (grey to RGB in .ppm, colour to its luma in .pgm,
/// 16 to 8 bits where it has no 16, alpha dropped where it has none; .pbm takes only black and
/// white).
///
/// `beforeItAppears`, if there is one, is called when all is on disk but has no name yet: the last
/// chance to want something else. When it throws, no file appears.
void writePicture(const std::string& path, const ImageView& image,
                  const std::function<void()>& beforeItAppears = {},
                  Existing existing = Existing::replaced);

/// Writes numbers, row by row, as a TIFF of one channel of 32-bit floating point; the path must end
/// in .tif or .tiff. The file appears whole or not at all, as above.
void writeFloatPicture(const std::string& path, Size size, std::span<const float> values);

/// Throws `unsupported` when writePicture would not know this path's ending, or lacks the module
/// for it. To be asked before work is spent on the picture.
void checkWritable(const std::string& path);

}  // namespace espy
#pragma GCC visibility pop
