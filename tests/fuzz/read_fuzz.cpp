// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>

#include "espy/error.h"
#include "espy/pictures.h"

namespace {

/// The decoders of other formats have fuzzers of their own: here they are looked up in a folder
/// that is not there, so that their files are taken as far as our own code goes.
const bool kWithoutModule = ::setenv("ESPY_MODULE_DIR", "/nonexistent", 1) == 0;

/// Keeps the compiler from leaving out what reads the samples.
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

}  // namespace

/// Any bytes are either refused with an `Error` or give a picture whose samples can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const espy::ReadOptions kOptions{std::int64_t{1} << 16};
  if (!kWithoutModule) std::abort();
  try {
    const espy::ReadPicture read = espy::readPicture({data, size}, "input", kOptions);
    if (read.image.empty() || read.image.size().pixels() > kOptions.maxPixels) std::abort();
    readAllSamples(read.image);
  } catch (const espy::Error&) {
  }
  return 0;
}
