// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The same bytes to every engine: the first few say how large scene and needle are and how they are
// to be compared, the rest are their pixels. Any difference from the reference is a crash.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "espy/espy.h"

namespace {

using namespace espy;

/// Hands out the input byte by byte, zeros when it is used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t next() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  int below(int bound) { return next() % bound; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

Image drawn(Bytes& bytes, Size size, PixelFormat format) {
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t i = 0; i < image.view().rowBytes(); ++i)
      image.pixels().row(y)[i] = bytes.next();
  }
  return image;
}

/// Few values in needle and scene, so that they meet.
void coarsen(Image& image, std::uint8_t mask) {
  for (std::int64_t y = 0; y < image.size().height; ++y) {
    for (std::int64_t i = 0; i < image.view().rowBytes(); ++i) image.pixels().row(y)[i] &= mask;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Registry registry = makeRegistry();
  Bytes bytes(data, size);
  const auto anyFormat = [&] {
    return PixelFormat{1 + bytes.below(4), bytes.below(4) == 0 ? Depth::u16 : Depth::u8};
  };
  const PixelFormat sceneFormat = anyFormat();
  const Size sceneSize{1 + bytes.below(96), 1 + bytes.below(48)};
  const Size needleSize{1 + bytes.below(24), 1 + bytes.below(24)};
  const bool cut = bytes.below(2) == 0;
  const PixelFormat needleFormat = cut ? sceneFormat : anyFormat();
  const std::uint8_t mask = bytes.next();
  ExactOptions options;
  options.tolerance = bytes.below(3) == 0 ? bytes.next() : 0;
  Control control;
  control.threads = 1 + bytes.below(3);
  const int left = bytes.next();
  const int top = bytes.next();

  Image scene = drawn(bytes, sceneSize, sceneFormat);
  coarsen(scene, mask);
  const bool fits = needleSize.width <= sceneSize.width && needleSize.height <= sceneSize.height;
  Image needle = drawn(bytes, needleSize, needleFormat);
  coarsen(needle, mask);
  if (cut && fits) {
    needle = Image::copyOf(scene.view().crop(left % (sceneSize.width - needleSize.width + 1),
                                             top % (sceneSize.height - needleSize.height + 1),
                                             needleSize));
  }
  const Needle needles[] = {{needle, {}}};
  Finding wanted;
  try {
    wanted = findExact(registry, "reference", scene, needles, options, {}, control);
  } catch (const Error&) {
    return 0;  // a needle without an opaque pixel
  }
  for (const char* engine : {"sequential", "openmp"}) {
    const Finding found = findExact(registry, engine, scene, needles, options, {}, control);
    if (found.matches != wanted.matches) {
      std::fprintf(stderr, "%s finds %zu, reference %zu\n", engine, found.matches.size(),
                   wanted.matches.size());
      std::abort();
    }
    const auto flags = [&](const char* by) {
      return registry.get<FlagMatches>(by)(sceneSize, wanted.matches, 2, control);
    };
    if (!samePixels(flags("reference"), flags(engine))) std::abort();
  }
  return 0;
}
