// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The same bytes to every engine: the first few say how large scene and needle are and how they are
// to be compared, the rest are their pixels. Any difference from the reference is a crash.
#include <cstdio>
#include <cstdlib>

#include "espy/espy.h"
#include "fuzz/bytes.h"

using namespace espy;
using namespace espy::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Registry registry = makeRegistry();
  Bytes bytes(data, size);
  const PixelFormat sceneFormat = bytes.format();
  const Size sceneSize{1 + bytes.below(96), 1 + bytes.below(48)};
  const Size needleSize{1 + bytes.below(24), 1 + bytes.below(24)};
  const bool cut = bytes.below(2) == 0;
  const PixelFormat needleFormat = cut ? sceneFormat : bytes.format();
  const std::uint8_t mask = bytes.next();
  ExactOptions options;
  options.tolerance = bytes.below(3) == 0 ? bytes.next() : 0;
  Control control;
  control.threads = 1 + bytes.below(3);
  const int left = bytes.next();
  const int top = bytes.next();

  const Image scene = drawn(bytes, sceneSize, sceneFormat, mask);
  Image needle = drawn(bytes, needleSize, needleFormat, mask);
  if (cut && fitsInto(sceneSize, needleSize)) needle = cutFrom(scene, needleSize, left, top);
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
      return flagPlane(registry, by, sceneSize, wanted.matches, 2, control);
    };
    if (!samePixels(flags("reference"), flags(engine))) std::abort();
  }
  return 0;
}
