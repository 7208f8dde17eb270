// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <csetjmp>
#include <cstdio>
#include <vector>

#include "files/message.h"
#include "io/own_formats.h"
#include "io/picture_memory.h"

// jpeglib.h needs stdio.h before it.
#include <jerror.h>
#include <jpeglib.h>

namespace espy::io {
namespace {

/// Whether a warning means that pixels were filled in; false if it does not affect the pixels.
bool meansDamage(int code) {
  switch (code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
      return false;
    default:
      return true;
  }
}

/// RAII for libjpeg, whose errors longjmp: functions that it may leave must have no objects with
/// destructors.
class Decoder {
 public:
  Decoder() {
    jpeg_.err = jpeg_std_error(&errors_);
    jpeg_.client_data = this;
    errors_.error_exit = [](j_common_ptr jpeg) { of(jpeg).leave(jpeg); };
    errors_.emit_message = [](j_common_ptr jpeg, int level) { of(jpeg).hear(jpeg, level); };
    errors_.output_message = [](j_common_ptr) {};
  }
  ~Decoder() { jpeg_destroy_decompress(&jpeg_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Each returns false after an error of libjpeg; `said` returns the reason.
  bool begin(const std::uint8_t* bytes, std::size_t size) {
    if (setjmp(back_) != 0) return false;  // NOLINT: libjpeg's way
    jpeg_create_decompress(&jpeg_);
    jpeg_mem_src(&jpeg_, bytes, static_cast<unsigned long>(size));
    jpeg_read_header(&jpeg_, TRUE);
    jpeg_.out_color_space = jpeg_.num_components == 1   ? JCS_GRAYSCALE
                            : jpeg_.num_components == 3 ? JCS_RGB
                                                        : JCS_CMYK;
    jpeg_start_decompress(&jpeg_);
    return true;
  }
  bool readRow(std::uint8_t* row) {
    if (setjmp(back_) != 0) return false;  // NOLINT
    JSAMPROW rows[] = {row};
    while (jpeg_read_scanlines(&jpeg_, rows, 1) == 0) {
    }
    return true;
  }
  bool finish() {
    if (setjmp(back_) != 0) return false;  // NOLINT
    jpeg_finish_decompress(&jpeg_);
    return true;
  }

  Size size() const { return {jpeg_.output_width, jpeg_.output_height}; }
  int components() const { return jpeg_.output_components; }
  /// Adobe stores CMYK inverted: 255 is no ink.
  bool inverted() const { return jpeg_.saw_Adobe_marker != FALSE; }
  const char* said() const { return said_; }

 private:
  static Decoder& of(j_common_ptr jpeg) { return *static_cast<Decoder*>(jpeg->client_data); }

  void leave(j_common_ptr jpeg) {
    errors_.format_message(jpeg, said_);
    std::longjmp(back_, 1);  // NOLINT
  }
  void hear(j_common_ptr jpeg, int level) {
    if (level >= 0) return;  // tracing
    if (meansDamage(errors_.msg_code)) leave(jpeg);
    if (said_[0] == 0) errors_.format_message(jpeg, said_);
  }

  jpeg_decompress_struct jpeg_{};
  jpeg_error_mgr errors_{};
  std::jmp_buf back_{};
  char said_[JMSG_LENGTH_MAX] = {};
};

/// CMYK to RGB.
void mixInks(const std::uint8_t* inks, std::int64_t count, bool inverted, std::uint8_t* out) {
  const auto light = [inverted](std::uint8_t ink) { return inverted ? ink : 255 - ink; };
  for (std::int64_t x = 0; x < count; ++x, inks += 4) {
    const int paper = light(inks[3]);
    for (int c = 0; c < 3; ++c) {
      *out++ = static_cast<std::uint8_t>((light(inks[c]) * paper + 127) / 255);
    }
  }
}

[[noreturn]] void refuseJpeg(const Decoder& decoder, const std::string& name) {
  files::refuse(ErrorCode::badPicture, name,
                phrase("is a JPEG picture that cannot be decoded: {}", decoder.said()));
}

}  // namespace

Image readJpeg(std::span<const std::uint8_t> bytes, const std::string& name, Message& note) {
  Decoder decoder;
  if (!decoder.begin(bytes.data(), bytes.size())) refuseJpeg(decoder, name);
  const Size size = decoder.size();
  const bool inks = decoder.components() == 4;
  const PictureMemory memory(size, {inks ? 3 : decoder.components(), Depth::u8}, name);
  const MutableImageView& pixels = memory.pixels();
  std::vector<std::uint8_t> row(inks ? static_cast<std::size_t>(size.width) * 4 : 0);
  for (std::int64_t y = 0; y < size.height; ++y) {
    if (!decoder.readRow(inks ? row.data() : pixels.row(y))) refuseJpeg(decoder, name);
    if (inks) mixInks(row.data(), size.width, decoder.inverted(), pixels.row(y));
  }
  if (!decoder.finish()) refuseJpeg(decoder, name);
  if (decoder.said()[0] != 0) addNote(note, phrase("the decoder says: {}", decoder.said()));
  return memory.image();
}

}  // namespace espy::io
