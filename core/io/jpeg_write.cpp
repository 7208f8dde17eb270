// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <csetjmp>
#include <cstdio>
#include <cstdlib>

#include "files/message.h"
#include "io/own_formats.h"

// jpeglib.h needs stdio.h before it.
#include <jpeglib.h>

namespace espy::io {
namespace {

constexpr int kQuality = 95;

/// RAII for libjpeg's encoder; for its errors see jpeg_read.cpp.
class Encoder {
 public:
  Encoder() {
    jpeg_.err = jpeg_std_error(&errors_);
    jpeg_.client_data = this;
    errors_.error_exit = [](j_common_ptr jpeg) {
      auto& encoder = *static_cast<Encoder*>(jpeg->client_data);
      encoder.errors_.format_message(jpeg, encoder.said_);
      std::longjmp(encoder.back_, 1);  // NOLINT: libjpeg's way
    };
    errors_.emit_message = [](j_common_ptr, int) {};
    errors_.output_message = [](j_common_ptr) {};
  }
  ~Encoder() {
    jpeg_destroy_compress(&jpeg_);
    std::free(file_);  // NOLINT: libjpeg's malloc
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  bool encode(const ImageView& image) {
    if (setjmp(back_) != 0) return false;  // NOLINT
    const bool colour = image.format().channels == 3;
    jpeg_create_compress(&jpeg_);
    jpeg_mem_dest(&jpeg_, &file_, &size_);
    jpeg_.image_width = static_cast<JDIMENSION>(image.width());
    jpeg_.image_height = static_cast<JDIMENSION>(image.height());
    jpeg_.input_components = colour ? 3 : 1;
    jpeg_.in_color_space = colour ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(&jpeg_);
    jpeg_set_quality(&jpeg_, kQuality, TRUE);
    jpeg_start_compress(&jpeg_, TRUE);
    for (std::int64_t y = 0; y < image.height(); ++y) {
      JSAMPROW rows[] = {const_cast<JSAMPROW>(image.row(y))};
      jpeg_write_scanlines(&jpeg_, rows, 1);
    }
    jpeg_finish_compress(&jpeg_);
    return true;
  }

  std::span<const std::uint8_t> file() const { return {file_, size_}; }
  const char* said() const { return said_; }

 private:
  jpeg_compress_struct jpeg_{};
  jpeg_error_mgr errors_{};
  std::jmp_buf back_{};
  unsigned char* file_ = nullptr;
  unsigned long size_ = 0;
  char said_[JMSG_LENGTH_MAX] = {};
};

}  // namespace

void writeJpeg(const ImageView& image, const std::string& name, const Sink& sink) {
  Encoder encoder;
  if (!encoder.encode(image)) {
    files::refuse(ErrorCode::unsupported, name,
                  phrase("cannot be encoded as JPEG: {}", encoder.said()));
  }
  sink(encoder.file());
}

}  // namespace espy::io
