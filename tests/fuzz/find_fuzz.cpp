// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Exact search by every engine: the first bytes are sizes and options, the rest are pixels and a
// mask. Any difference from the reference is a crash.
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

#include "espy/engine/all.h"
#include "exact/linear.h"
#include "exact/planes.h"
#include "exact/sweep.h"
#include "fuzz/bytes.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

using namespace espy;
using namespace espy::test;

namespace {

/// Tests each fallback strategy, which small pictures hardly ever trigger.
void testStrategies(const Registry& registry, const ImageView& scene,
                    std::span<const Needle> needles, const ExactOptions& options,
                    const Control& control) {
  RunReport report;
  const auto wanted =
      registry.get<FindExact>("reference")(scene, needles, options, control, report);
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    if (!fitsInto(scene.size(), needles[n].picture.size())) continue;
    const exact::Pattern pattern =
        exact::makePattern(needles[n], n, scene.format(), options.tolerance);
    if (pattern.impossible) continue;
    const auto hold = [&](const std::vector<Place>& places, const char* strategy) {
      if (places == wanted[n]) return;
      std::fprintf(stderr, "%s find %zu, reference %zu\n", strategy, places.size(),
                   wanted[n].size());
      std::abort();
    };
    if (const auto graph = exact::BlockGraph::build(pattern, 64, 2048)) {
      hold(exact::findByPlanes(scene, pattern, *graph, control.threads, control), "planes");
    }
    if (pattern.allOpaque && !pattern.ranged) {
      hold(exact::findLinear(scene, pattern, control.threads, control), "automata");
    }
    const auto swept = exact::findBySweep(scene, pattern, std::numeric_limits<std::int64_t>::max(),
                                          control.threads, control);
    hold(swept.value_or(std::vector<Place>{}), "sweeps");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
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
    return 0;  // a fully ignored needle
  }
  testStrategies(registry, scene, needles, options, control);
  for (const char* engine : {"sequential", "threads", "openmp"}) {
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
