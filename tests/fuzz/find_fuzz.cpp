// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The same bytes to every engine: the first few say how large scene and needles are and how they
// are to be compared, the rest are pixels and a mask. Any difference from the reference is a crash.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "espy/espy.h"
#include "fuzz/bytes.h"
#include "support/random_pictures.h"

using namespace espy;
using namespace espy::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Registry registry = makeRegistry();
  Bytes bytes(data, size);
  const PixelFormat sceneFormat = bytes.format();
  const Size sceneSize{1 + bytes.below(96), 1 + bytes.below(48)};
  const Size needleSize{1 + bytes.below(24), 1 + bytes.below(24)};
  const int kind = bytes.next();
  const bool cut = kind % 2 == 0;
  const bool masked = (kind & 2) != 0;
  const int more = (kind >> 2) % 4;         // needles, all cut from the scene
  const int ground = (kind >> 4) % kKinds;  // 0: the scene's pixels are bytes, else drawn
  const PixelFormat needleFormat = cut ? sceneFormat : bytes.format();
  const std::uint8_t mask = bytes.next();
  ExactOptions options;
  options.tolerance = bytes.below(3) == 0 ? bytes.next() : 0;
  Control control;
  control.threads = 1 + bytes.below(3);
  const int left = bytes.next();
  const int top = bytes.next();

  Image scene(sceneSize, sceneFormat);
  if (ground == 0) {
    fill(scene.pixels(), bytes, mask);
  } else {
    Random random(bytes.next());
    draw(scene.pixels(), static_cast<Kind>(ground), random, false);
  }
  Image needle = drawn(bytes, needleSize, needleFormat, mask);
  const bool fits = fitsInto(sceneSize, needleSize);
  if (cut && fits) needle = cutFrom(scene, needleSize, left, top);
  std::vector<Needle> needles{{needle, {}}};
  const Image ignored = drawn(bytes, masked ? needleSize : Size{1, 1}, {1, Depth::u8}, 1);
  if (masked) needles.front().mask = ignored;
  std::vector<Image> others;
  for (int i = 0; i < more && fits; ++i) {
    others.push_back(cutFrom(scene, {needleSize.width, 1 + needleSize.height / (2 + i)},
                             bytes.next(), bytes.next()));
    needles.push_back({others.back(), {}});
  }
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
