// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Expressions of `espy screen --where`. Accepted ones must keep the same pixels on every engine;
// others must be refused with their column.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "espy/engine/all.h"
#include "fuzz/bytes.h"

using namespace espy;
using namespace espy::test;

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// A picture with small, large and equal samples.
Image sceneOf(PixelFormat format) {
  Image image({37, 3}, format);
  std::uint32_t value = 1;
  for (std::int64_t y = 0; y < 3; ++y) {
    for (std::int64_t x = 0; x < 37; ++x) {
      for (int c = 0; c < format.channels; ++c) {
        value = value * 1103515245U + 12345U;
        const auto most = static_cast<std::uint32_t>(format.maxValue());
        setSample(image.pixels(), x, y, c,
                  x % 5 != 0   ? (value >> 8) % (most + 1)
                  : x % 2 == 0 ? 0
                               : most);
      }
    }
  }
  return image;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const Registry registry = makeRegistry();
  static const Image scenes[] = {sceneOf({4, Depth::u8}), sceneOf({3, Depth::u16}),
                                 sceneOf({1, Depth::u8})};
  const Screening screening{.where = std::string(reinterpret_cast<const char*>(data), size)};
  try {
    checkScreening(screening);
  } catch (const Error& error) {
    if (!std::string_view(error.what()).starts_with("column ")) fail("no column is named");
    return 0;
  }
  for (const Image& scene : scenes) {
    if (!samePixels(screened(registry, "sequential", scene, screening),
                    screened(registry, "reference", scene, screening))) {
      fail("engines keep different pixels");
    }
  }
  return 0;
}
