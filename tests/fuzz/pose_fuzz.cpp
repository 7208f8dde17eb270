// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pose search by every engine: the first bytes are sizes and poses, the rest are pixels and a mask.
// The complete search must equal the reference, and matches of the fast one must be among the
// reference's. Any difference is a crash.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "fuzz/bytes.h"
#include "support/find_with.h"
#include "support/pose_case.h"
#include "support/random_pictures.h"

using namespace espy;
using namespace espy::test;

namespace {

/// Limit on the samples that the reference compares.
constexpr double kMostWork = 1e6;

/// A pose search made of a fuzzer's bytes.
struct PoseInput {
  explicit PoseInput(Bytes& bytes) {
    const PixelFormat sceneFormat = bytes.format();
    const Size sceneSize{1 + bytes.below(40), 1 + bytes.below(40)};
    const Size needleSize{1 + bytes.below(16), 1 + bytes.below(16)};
    const bool cut = bytes.below(2) == 0;
    const PixelFormat needleFormat = cut ? sceneFormat : bytes.format();
    const int flags = bytes.next();
    constexpr Method kMethods[] = {Method::zncc, Method::zncc, Method::ssd, Method::sad};
    score.method = kMethods[bytes.below(4)];
    score.minScore = (bytes.next() - 127) / 127.0;  // -1 .. 1.008
    score.weighted = (flags & 1) != 0 && score.method != Method::zncc;
    score.wantBest = (flags & 2) != 0;
    pose.quarterTurns = (flags & 4) != 0;
    pose.flip = (flags & 8) != 0;
    if ((flags & 16) != 0 && score.method == Method::zncc) pose.polarity = Polarity::any;
    const bool masked = (flags & 32) != 0;
    const bool two = (flags & 64) != 0;
    select.across = (flags & 128) != 0;
    pose.angle = rangeOf(bytes, 360, 2);
    pose.scale = rangeOf(bytes, 1, 1.0 / 128);
    pose.scale.first = std::max(0.0, pose.scale.first + 1);  // 0 is refused
    pose.scale.last = std::max(pose.scale.first, pose.scale.last + 1);
    const int share = bytes.next();
    if (share > 128) pose.visible = (share - 128) / 127.0;
    select.overlap = bytes.below(5) / 4.0;
    const int top = bytes.below(8);
    if (top != 0) select.top = static_cast<std::uint64_t>(top);
    threads = 1 + bytes.below(3);
    const std::uint8_t bits = bytes.next();
    const int kind = bytes.below(kKinds + 1);
    const int left = bytes.next();
    const int above = bytes.next();
    scene = Image(sceneSize, sceneFormat);
    if (kind == 0) {
      fill(scene.pixels(), bytes, bits);
    } else {
      Random random(bytes.next());
      draw(scene.pixels(), static_cast<Kind>(kind - 1), random, false);
    }
    const bool fits = fitsInto(sceneSize, needleSize);
    pictures.push_back(cut && fits ? cutFrom(scene, needleSize, left, above)
                                   : drawn(bytes, needleSize, needleFormat, bits));
    if (two) pictures.push_back(drawn(bytes, {1 + needleSize.width / 2, 3}, sceneFormat, bits));
    mask = drawn(bytes, needleSize, {1, Depth::u8}, 0xff);
    for (const Image& picture : pictures) needles.push_back({picture.view(), {}});
    if (masked) needles.front().mask = mask.view();
  }

  /// A range in multiples of `unit`, clamped to -most..most; a step of 0 is chosen by the needle.
  static PoseRange rangeOf(Bytes& bytes, double most, double unit) {
    const int kind = bytes.below(4);
    const double first = (bytes.next() - 128) * unit;
    const double extent = bytes.next() * unit;
    const double step = bytes.next() * unit / 4;
    if (kind == 0) return {0, 0, 0};
    if (kind == 1) return {first, first, 0};
    const double from = std::clamp(first, -most, most);
    const PoseRange range{from, std::min(most, from + extent), step};
    if (kind == 2 || step > 0) return range;
    return {range.first, range.last, 16 * unit};
  }

  /// Removes steps and symmetries until the reference is fast enough; returns false if that fails.
  bool makeSmall() {
    if (work() > kMostWork) pose.flip = false;
    if (work() > kMostWork) pose.quarterTurns = false;
    if (work() > kMostWork) pose.visible = 1;
    if (work() > kMostWork && !pose.scale.isOne()) pose.scale.last = pose.scale.first;
    if (work() > kMostWork && !pose.angle.isOne()) {
      pose.angle.step = std::max(30.0, pose.angle.step);
    }
    return work() <= kMostWork;
  }

  ScoreOptions score;
  PoseOptions pose;
  SelectOptions select;
  int threads = 1;
  Image scene;
  std::vector<Image> pictures;
  Image mask;
  std::vector<Needle> needles;

 private:
  double work() const {
    double sum = 0;
    for (const Needle& needle : needles) {
      const PoseGrid grid = poseGrid(needle, pose);
      const double largest = std::max(0.1, pose.scale.last * pose.scale.last);
      const auto own = static_cast<double>(needle.picture.size().pixels()) * largest;
      // With needles partly outside the scene, each position is a needle of its own.
      const double places =
          static_cast<double>(scene.size().pixels()) + (pose.visible < 1 ? 40 * (40 + own) : 0);
      sum += static_cast<double>(grid.poses.size()) * own * places;
    }
    return sum;
  }
};

[[noreturn]] void fail(const std::string& engine, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", engine.c_str(), what.c_str());
  std::abort();
}

/// Every peak of a fast search must be one of the reference's, with the same score.
void testPeaks(const Registry& registry, const PoseInput& input, const Control& control) {
  std::vector<PoseGrid> grids;
  for (const Needle& needle : input.needles) grids.push_back(poseGrid(needle, input.pose));
  const auto peaksBy = [&](const char* engine) {
    RunReport report;
    return registry
        .get<FindPosed>(engine)(input.scene, input.needles, grids, input.score, PoseSearch::fast,
                                control, report)
        .peaks;
  };
  const std::vector<PosedPeak> all = peaksBy("reference");
  const std::vector<PosedPeak> fast = peaksBy("openmp");
  for (const PosedPeak& peak : fast) {
    if (std::find(all.begin(), all.end(), peak) == all.end()) {
      fail("openmp", "a peak is none of the definition's");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const Registry registry = makeRegistry();
  Bytes bytes(data, size);
  PoseInput input(bytes);
  Control control;
  control.threads = input.threads;
  const auto found = [&](const char* engine, PoseSearch how) {
    input.pose.search = how;
    return findPosed(registry, engine, input.scene, input.needles, input.score, input.pose,
                     input.select, control);
  };
  try {
    if (!input.makeSmall()) return 0;
    const Finding wanted = found("reference", PoseSearch::complete);
    for (const char* engine : {"sequential", "threads", "openmp"}) {
      const std::string difference = differenceOf(wanted, found(engine, PoseSearch::complete));
      if (!difference.empty()) fail(engine, difference);
    }
    for (const char* engine : {"sequential", "threads", "openmp"}) {
      const Finding fast = found(engine, PoseSearch::fast);
      const Size all = input.scene.size();
      for (const Match& match : fast.matches) {
        if (match.x + match.width > all.width || match.y + match.height > all.height) {
          fail(engine, "a match does not lie inside");
        }
      }
      const auto flags = [&](const char* by) {
        return flagPlane(registry, by, all, fast.matches, 2, control);
      };
      if (!samePixels(flags("reference"), flags(engine))) fail(engine, "other flags");
    }
    testPeaks(registry, input, control);
  } catch (const Error&) {
    return 0;  // a fully ignored or constant needle, or invalid poses
  }
  return 0;
}
