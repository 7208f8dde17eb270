// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find with the same bytes to every engine: the first few say how large scene and needles
// are and how they are to be compared, the rest are pixels and a mask. Any difference from the
// reference, be it in the last bit of a score, is a crash.
#include <cstdio>
#include <cstdlib>

#include "espy/espy.h"
#include "fuzz/bytes.h"

using namespace espy;
using namespace espy::test;

namespace {

/// How needles are compared and what is kept, as the next bytes say.
struct Asked {
  ScoreOptions score;
  SelectOptions select;
  bool masked = false;
  bool two = false;  ///< needles
  int threads = 1;

  explicit Asked(Bytes& bytes) {
    constexpr Method kMethods[] = {Method::sad, Method::ssd, Method::zncc};
    score.method = kMethods[bytes.below(3)];
    score.minScore = (bytes.next() - 127) / 127.0;  // -1 .. 1.008
    const int flags = bytes.next();
    score.weighted = (flags & 1) != 0 && score.method != Method::zncc;
    score.wantBest = (flags & 2) != 0;
    masked = (flags & 4) != 0;
    two = (flags & 8) != 0;
    select.across = (flags & 16) != 0;
    if ((flags & 32) != 0) select.top = static_cast<std::uint64_t>(bytes.below(9));
    select.overlap = bytes.below(5) / 4.0;
    threads = 1 + bytes.below(3);
  }
};

/// A finding, or the sentence of the refusal.
struct Answer {
  Finding finding;
  std::string refusal;

  bool operator==(const Answer& other) const {
    return refusal == other.refusal && finding.matches == other.finding.matches &&
           finding.best == other.finding.best;
  }
};

Answer answerOf(const Registry& registry, const char* engine, const ImageView& scene,
                std::span<const Needle> needles, const Asked& asked) {
  Control control;
  control.threads = asked.threads;
  Answer answer;
  try {
    answer.finding =
        findScored(registry, engine, scene, needles, asked.score, asked.select, control);
  } catch (const Error& error) {
    answer.refusal = error.what();
  }
  return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Registry registry = makeRegistry();
  Bytes bytes(data, size);
  const PixelFormat sceneFormat = bytes.format();
  const Size sceneSize{1 + bytes.below(96), 1 + bytes.below(48)};
  const Size needleSize{1 + bytes.below(24), 1 + bytes.below(24)};
  const bool cut = bytes.below(2) == 0;
  const PixelFormat needleFormat = cut ? sceneFormat : bytes.format();
  const Asked asked(bytes);
  const std::uint8_t mask = bytes.next();
  const int left = bytes.next();
  const int top = bytes.next();
  const int changes = bytes.below(16);

  const Image scene = drawn(bytes, sceneSize, sceneFormat, mask);
  Image needle;
  if (cut && fitsInto(sceneSize, needleSize)) {
    needle = cutFrom(scene, needleSize, left, top);
    for (int i = 0; i < changes; ++i) {  // what lies nearly there is found, too
      const MutableImageView pixels = needle.pixels();
      const std::int64_t at = (bytes.next() * 256 + bytes.next()) % needle.view().rowBytes();
      pixels.row(bytes.next() % needleSize.height)[at] ^= bytes.next();
    }
  } else {
    needle = drawn(bytes, needleSize, needleFormat, mask);
  }
  const Size otherSize{1 + needleSize.width / 2, needleSize.height};
  const Image other = drawn(bytes, otherSize, sceneFormat, mask);
  const Image ignored = drawn(bytes, needleSize, {1, Depth::u8}, 0xff);
  std::vector<Needle> needles{{needle, {}}};
  if (asked.masked) needles.front().mask = ignored;
  if (asked.two) needles.push_back({other, {}});

  const Answer wanted = answerOf(registry, "reference", scene, needles, asked);
  for (const char* engine : {"sequential", "openmp"}) {
    const Answer answer = answerOf(registry, engine, scene, needles, asked);
    if (answer == wanted) continue;
    std::fprintf(stderr, "%s finds %zu (%s), reference %zu (%s)\n", engine,
                 answer.finding.matches.size(), answer.refusal.c_str(),
                 wanted.finding.matches.size(), wanted.refusal.c_str());
    std::abort();
  }
  return 0;
}
