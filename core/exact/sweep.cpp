// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/sweep.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "exact/loops.h"
#include "exact/run_statistics.h"
#include "picture/tile_grid.h"

namespace espy::exact {
namespace {

/// Pixels of the needle that are tested block-wise; what passes is compared individually.
constexpr std::size_t kMaxTests = 24;

template <class Sample>
inline Sample load(const std::uint8_t* at) {
  Sample value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

SweepTest makeTest(const Pattern& pattern, std::int64_t dx, std::int64_t dy) {
  SweepTest test;
  test.dx = dx;
  test.dy = dy;
  const int pixel = pattern.format.bytesPerPixel();
  const std::int64_t at = pattern.offset(dx, dy);
  for (int i = 0; i < kBlock * pixel; i += pattern.format.bytesPerSample()) {
    const std::int64_t from = at + i % pixel;
    if (pattern.format.depth == Depth::u8) {
      test.low[i] = pattern.low[from];
      test.span[i] = static_cast<std::uint8_t>(pattern.highest()[from] - pattern.low[from]);
    } else {
      const auto low = load<std::uint16_t>(&pattern.low[from]);
      const auto span =
          static_cast<std::uint16_t>(load<std::uint16_t>(pattern.highest() + from) - low);
      std::memcpy(&test.low[i], &low, sizeof low);
      std::memcpy(&test.span[i], &span, sizeof span);
    }
  }
  return test;
}

/// Would this pixel of the scene match pixel (dx, dy) of the pattern?
bool pixelMatches(const Pattern& pattern, std::int64_t dx, std::int64_t dy, const ImageView& scene,
                  std::int64_t x, std::int64_t y) {
  const ImageView low(pattern.low.data(), pattern.size, pattern.format, pattern.rowBytes);
  const ImageView high(pattern.highest(), pattern.size, pattern.format, pattern.rowBytes);
  for (int c = 0; c < pattern.format.colourChannels(); ++c) {
    const std::uint32_t value = sampleAt(scene, x, y, c);
    if (value < sampleAt(low, dx, dy, c) || value > sampleAt(high, dx, dy, c)) return false;
  }
  return true;
}

using Pixel = ScatteredPlaces::Pixel;

/// Scattered opaque pixels of the needle, a few of each colour, so that they include a single odd
/// pixel in a large flat needle.
std::vector<Pixel> candidates(const Pattern& pattern) {
  constexpr std::size_t kMaxCandidates = 512;
  constexpr int kOfEachColour = 8;
  std::map<std::string, int> seen;
  std::vector<Pixel> chosen;
  // A step coprime to the number of pixels visits each once, in scattered order.
  const std::int64_t pixels = pattern.size.pixels();
  std::int64_t step = pixels * 5 / 8 + 1;
  while (std::gcd(step, pixels) != 1) ++step;
  for (std::int64_t i = 0, at = 0; i < pixels && chosen.size() < kMaxCandidates; ++i) {
    const Pixel pixel{at % pattern.size.width, at / pattern.size.width};
    at = (at + step) % pixels;
    if (!pattern.isOpaque(pixel.x, pixel.y)) continue;
    const auto bytes = static_cast<std::size_t>(pattern.format.bytesPerPixel());
    const std::uint8_t* colour = pattern.low.data() + pattern.offset(pixel.x, pixel.y);
    if (++seen[std::string(colour, colour + bytes)] <= kOfEachColour) chosen.push_back(pixel);
  }
  return chosen;
}

/// Scattered windows of the scene, to find pixels that distinguish them from the needle.
std::vector<Pixel> sampleWindows(const ImageView& scene, Size needle) {
  constexpr int kWindows = 64;
  ScatteredPlaces places(scene.width() - needle.width + 1, scene.height() - needle.height + 1);
  std::vector<Pixel> windows(kWindows);
  for (Pixel& window : windows) window = places.next();
  return windows;
}

/// The pixels of the needle to test, chosen greedily: each rejects most of the sampled windows that
/// its predecessors leave.
std::vector<SweepTest> chooseTests(const ImageView& scene, const Pattern& pattern) {
  const std::vector<Pixel> pixels = candidates(pattern);
  const std::vector<Pixel> windows = sampleWindows(scene, pattern.size);
  std::vector<std::uint64_t> ruledOut(pixels.size(), 0);  // a bit per window
  for (std::size_t p = 0; p < pixels.size(); ++p) {
    for (std::size_t w = 0; w < windows.size(); ++w) {
      const bool matches = pixelMatches(pattern, pixels[p].x, pixels[p].y, scene,
                                        windows[w].x + pixels[p].x, windows[w].y + pixels[p].y);
      ruledOut[p] |= std::uint64_t{!matches} << w;
    }
  }
  std::vector<SweepTest> tests;
  std::vector<bool> taken(pixels.size(), false);
  std::uint64_t left = ~std::uint64_t{0};
  while (tests.size() < std::min(kMaxTests, pixels.size())) {
    std::size_t best = pixels.size();
    int most = -1;
    for (std::size_t p = 0; p < pixels.size(); ++p) {
      const int ruled = std::popcount(ruledOut[p] & left);
      if (!taken[p] && ruled > most) {
        most = ruled;
        best = p;
      }
    }
    taken[best] = true;
    left &= ~ruledOut[best];
    if (left == 0) left = ~std::uint64_t{0};  // start over, for windows that were not sampled
    tests.push_back(makeTest(pattern, pixels[best].x, pixels[best].y));
  }
  return tests;
}

/// One thread's search of rows, until its work exceeds `workLimit`.
class Sweeper {
 public:
  Sweeper(const ImageView& scene, const Pattern& pattern, const std::vector<SweepTest>& tests,
          std::int64_t workLimit, const Control& control)
      : scene_(scene),
        pattern_(pattern),
        tests_(tests),
        workLimit_(workLimit),
        control_(control),
        verifier_(scene, pattern) {
    const PixelFormat format = scene.format();
    const int colourBytes = format.colourChannels() * format.bytesPerSample();
    for (int i = 0; i < kMaxBlockBytes; ++i) {
      care_[i] = i % format.bytesPerPixel() < colourBytes ? 0xff : 0;
    }
  }

  bool tookTooMuch() const { return verifier_.work() > workLimit_; }

  /// Searches the positions [begin, end) of row y.
  void searchRow(std::int64_t y, std::int64_t begin, std::int64_t end, std::vector<Place>& places) {
    const std::int64_t starts = scene_.width() - pattern_.size.width + 1;
    if (starts < kBlock) {
      for (std::int64_t x = begin; x < end; ++x) compare(x, y, places);
      return;
    }
    const PixelFormat format = scene_.format();
    const int bytes = kBlock * format.bytesPerPixel();
    for (std::int64_t x = begin; x < end && !tookTooMuch(); x += kBlock) {
      // The last block overlaps the previous one instead of exceeding the row.
      const std::int64_t from = std::min(x, starts - kBlock);
      if (!testBlock(format, tests_, scene_.pixel(from, y), scene_.stride(), bytes, care_.data(),
                     alive_.data())) {
        continue;
      }
      for (std::int64_t place = x; place < std::min(from + kBlock, end); ++place) {
        if (isAlive(place - from)) compare(place, y, places);
      }
    }
  }

 private:
  bool isAlive(std::int64_t place) const {
    const PixelFormat format = scene_.format();
    const std::uint8_t* samples = alive_.data() + place * format.bytesPerPixel();
    return std::all_of(samples, samples + format.colourChannels() * format.bytesPerSample(),
                       [](std::uint8_t s) { return s != 0; });
  }

  void compare(std::int64_t x, std::int64_t y, std::vector<Place>& places) {
    if (verifier_.liesAt(x, y)) {
      places.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
    }
    // A window of a long line costs as much as thousands of small ones.
    constexpr std::int64_t kBetweenChecks = 1 << 16;
    if (verifier_.work() < nextCheck_) return;
    control_.check();
    nextCheck_ = verifier_.work() + kBetweenChecks;
  }

  ImageView scene_;
  const Pattern& pattern_;
  const std::vector<SweepTest>& tests_;
  std::int64_t workLimit_;
  const Control& control_;
  Verifier verifier_;
  std::int64_t nextCheck_ = 0;  ///< in units of the verifier's work
  alignas(64) std::array<std::uint8_t, kMaxBlockBytes> care_;
  alignas(64) std::array<std::uint8_t, kMaxBlockBytes> alive_;
};

}  // namespace

std::optional<std::vector<Place>> findBySweep(const ImageView& scene, const Pattern& pattern,
                                              std::int64_t workLimit, int threads,
                                              const Control& control) {
  const std::vector<SweepTest> tests = chooseTests(scene, pattern);
  const Size starts = picture::positionsIn(scene.size(), pattern.size);
  std::vector<Sweeper> sweepers(static_cast<std::size_t>(threads),
                                Sweeper(scene, pattern, tests, workLimit / threads, control));
  // A task is several rows, or a part of one long row, so that cancelling is quick even in wide
  // pictures. In order of tasks, positions are ordered by y, then x.
  constexpr std::int64_t kPlacesOfTask = 65536;
  const std::int64_t parts = (starts.width - 1) / kPlacesOfTask + 1;  // per row
  const std::int64_t rowsPerTask = std::clamp<std::int64_t>(kPlacesOfTask / scene.width(), 1, 64);
  const std::int64_t tasks = ((starts.height - 1) / rowsPerTask + 1) * parts;
  std::vector<std::vector<Place>> found(static_cast<std::size_t>(tasks));
  std::atomic<bool> tooMuch = false;
  parallelFor(tasks, threads, control, [&](std::int64_t task, int thread) {
    const std::int64_t begin = task % parts * kPlacesOfTask;
    const std::int64_t end = std::min(starts.width, begin + kPlacesOfTask);
    const std::int64_t top = task / parts * rowsPerTask;
    for (std::int64_t y = top; y < std::min(starts.height, top + rowsPerTask); ++y) {
      if (tooMuch) return;
      sweepers[thread].searchRow(y, begin, end, found[task]);
      if (sweepers[thread].tookTooMuch()) tooMuch = true;
    }
  });
  if (tooMuch) return std::nullopt;
  return joined(std::move(found), control);
}

}  // namespace espy::exact
