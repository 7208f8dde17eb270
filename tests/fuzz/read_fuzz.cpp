// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "espy/error.h"
#include "espy/pictures.h"
#include "fuzz/bytes.h"
#include "unit/io/files.h"

namespace {

/// OpenCV's decoders have their own fuzzers. Here their plug-in cannot be loaded, so that only
/// Espy's own code handles their files.
const bool kWithoutModule = ::setenv("ESPY_MODULE_DIR", "/nonexistent", 1) == 0;

/// Keeps the compiler from removing the reads.
volatile std::uint32_t sink;

void readAllSamples(const espy::ImageView& image) {
  std::uint32_t sum = 0;
  for (std::int64_t y = 0; y < image.height(); ++y) {
    for (std::int64_t x = 0; x < image.width(); ++x) {
      for (int c = 0; c < image.format().channels; ++c) sum += espy::sampleAt(image, x, y, c);
    }
  }
  sink = sum;
}

void read(std::span<const std::uint8_t> bytes) {
  const espy::ReadOptions kOptions{std::int64_t{1} << 16};
  try {
    const espy::ReadPicture picture = espy::readPicture(bytes, "input", kOptions);
    if (picture.image.empty() || picture.image.size().pixels() > kOptions.maxPixels) std::abort();
    readAllSamples(picture.image);
  } catch (const espy::Error&) {
  }
}

/// The PNG with valid checksums, which random bytes never have. With `packed`, its IDAT chunks hold
/// deflated data, otherwise the rows themselves.
std::string repairedPng(std::string_view file, bool packed) {
  using namespace espy::iotest;
  constexpr std::size_t kMostRows = 60000;  // limit of a stored block
  std::string result(file.substr(0, 8));
  std::string rows;
  for (std::size_t at = 8; at + 12 <= file.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
      length = length << 8 | static_cast<std::uint8_t>(file[at + i]);
    const std::string name(file.substr(at + 4, 4));
    const std::string data(file.substr(at + 8, std::min(length, file.size() - at - 12)));
    at += data.size() + 12;
    if (name == "IDAT" && !packed && rows.size() + data.size() < kMostRows) {
      rows += data;
      continue;
    }
    if (!rows.empty()) result += pngStored(rows);
    rows.clear();
    result += pngChunk(name, data);
  }
  if (!rows.empty()) result += pngStored(rows);
  return result + pngEnd();
}

}  // namespace

/// Any input is refused with an `Error`, or gives a picture whose samples can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  espy::test::chooseSimdLevel(data, size);
  if (!kWithoutModule) std::abort();
  read({data, size});
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  if (file.starts_with("\x89PNG\r\n\x1a\n")) {
    for (const bool packed : {false, true}) {
      const std::string repaired = repairedPng(file, packed);
      read({reinterpret_cast<const std::uint8_t*>(repaired.data()), repaired.size()});
    }
  }
  return 0;
}
