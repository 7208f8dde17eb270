// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/avi.h"

#include <initializer_list>

namespace espy::test {
namespace {

std::string numbers(std::initializer_list<std::uint32_t> all) {
  std::string bytes;
  for (const std::uint32_t number : all) {
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift & 255U);
  }
  return bytes;
}

std::string chunk(const std::string& name, const std::string& bytes) {
  std::string all = name + numbers({static_cast<std::uint32_t>(bytes.size())}) + bytes;
  if (bytes.size() % 2 != 0) all += '\0';
  return all;
}

std::string list(const std::string& kind, const std::string& chunks) {
  return chunk("LIST", kind + chunks);
}

/// Pixel rows of a DIB: bottom-up, BGR.
std::string rowsOf(const ImageView& frame) {
  std::string bytes;
  for (std::int64_t y = frame.height(); y-- > 0;) {
    for (std::int64_t x = 0; x < frame.width(); ++x) {
      for (const int c : {2, 1, 0}) bytes += static_cast<char>(frame.pixel(x, y)[c]);
    }
  }
  return bytes;
}

}  // namespace

std::string aviOf(std::span<const Image> frames, std::uint32_t framesASecond) {
  const auto width = static_cast<std::uint32_t>(frames[0].size().width);
  const auto height = static_cast<std::uint32_t>(frames[0].size().height);
  const auto count = static_cast<std::uint32_t>(frames.size());
  const std::uint32_t bytes = width * height * 3;
  const std::string header =
      chunk("avih", numbers({1'000'000 / framesASecond, bytes * framesASecond, 0, 0x10, count, 0, 1,
                             bytes, width, height, 0, 0, 0, 0}));
  const std::string stream =
      chunk("strh", "vids" + numbers({0, 0, 0, 0, 1, framesASecond, 0, count, bytes, 0xffffffff, 0,
                                      0, width | height << 16U}));
  const std::string format =
      chunk("strf", numbers({40, width, height, 1U | 24U << 16U, 0, bytes, 0, 0, 0, 0}));
  std::string movie;
  std::string index;
  for (const Image& frame : frames) {
    index += "00db" + numbers({0x10, static_cast<std::uint32_t>(movie.size() + 4), bytes});
    movie += chunk("00db", rowsOf(frame));
  }
  return chunk("RIFF", "AVI " + list("hdrl", header + list("strl", stream + format)) +
                           list("movi", movie) + chunk("idx1", index));
}

}  // namespace espy::test
