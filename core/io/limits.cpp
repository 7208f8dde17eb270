// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/limits.h"

#include "files/message.h"

namespace espy::io {

void checkSize(std::int64_t width, std::int64_t height, std::int64_t bytesPerPixel,
               const ReadOptions& options, const std::string& name) {
  std::int64_t pixels = 0;
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(width, height, &pixels) || pixels > options.maxPixels) {
    files::refuse(
        ErrorCode::tooLarge, name,
        phrase("{} x {} pixels are more than the {} allowed", width, height, options.maxPixels));
  }
  if (bytesPerPixel > kMostPixelBytes) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("{} bytes a pixel are more than the {} that are read", bytesPerPixel,
                         kMostPixelBytes));
  }
  if (__builtin_mul_overflow(pixels, bytesPerPixel, &bytes)) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("{} x {} pixels of {} bytes are more than 63 bits can count", width,
                         height, bytesPerPixel));
  }
}

}  // namespace espy::io
