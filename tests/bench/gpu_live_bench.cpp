// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "espy/engine/live.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

/// A screen on which an area changes in each frame; needles appear and vanish.
class ChangingScreen {
 public:
  ChangingScreen() : screen_(noise({3840, 2160}, {4, Depth::u8}, 1)) {
    for (int i = 0; i < kNeedles; ++i) {
      pictures_.push_back(
          Image::copyOf(screen_.view().crop(random_.below(3820), random_.below(2140), kNeedle)));
    }
    for (const Image& picture : pictures_) needles_.push_back({picture.view(), {}});
  }

  /// Milliseconds of a frame with this engine; `whole`: all of it changes. Both engines see the
  /// same frames, and their answers are compared.
  void compare(Report& report, bool whole) {
    constexpr int kFrames = 60;
    LiveFinder onGpu(needles_, optionsOf("cuda"));
    LiveFinder onProcessor(needles_, optionsOf("threads"));
    std::vector<double> gpu;
    std::vector<double> processor;
    for (int frame = 0; frame < kFrames; ++frame) {
      const Area changed = change(whole);
      const auto found = [&](LiveFinder& finder, std::vector<double>& times) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        const std::vector<Match>& matches =
            finder.find(screen_.view(), std::span(&changed, 1)).matches;
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        return matches;
      };
      if (found(onGpu, gpu) != found(onProcessor, processor)) {
        throw std::runtime_error("live: the engines' answers differ");
      }
    }
    // The first frames fill caches.
    constexpr std::ptrdiff_t kFirst = 5;
    gpu.erase(gpu.begin(), gpu.begin() + kFirst);
    processor.erase(processor.begin(), processor.begin() + kFirst);
    const Timing own = summary("cuda, wall", gpu);
    const double rate = 1000 / own.milliseconds;
    report.add(fmt::format("live: 3840 x 2160 RGBA, 1,000 needles of 16 x 16, {}",
                           whole ? "all changes" : "640 x 360 change"),
               fmt::format("{:.0f} frames a second", rate),
               {own, summary("threads, wall", processor)},
               {{fmt::format("500 frames a second: {:.0f}", rate), rate >= 500}});
  }

 private:
  static constexpr int kNeedles = 1000;
  static constexpr Size kNeedle{16, 16};

  static FindOptions optionsOf(const char* engine) {
    FindOptions options;
    options.engine = engine;
    return options;
  }

  Area change(bool whole) {
    const Area area = whole ? Area{0, 0, 3840, 2160}
                            : Area{static_cast<std::int64_t>(random_.below(3200)),
                                   static_cast<std::int64_t>(random_.below(1800)), 640, 360};
    const MutableImageView pixels = screen_.pixels();
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      std::uint8_t* row = pixels.pixel(area.x, y);
      for (std::int64_t i = 0; i < 4 * area.width; ++i) row[i] ^= 0x55;
    }
    return area;
  }

  test::Random random_{7};
  Image screen_;
  std::vector<Image> pictures_;
  std::vector<Needle> needles_;
};

}  // namespace

void benchLive(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("live")) return;
  ChangingScreen screen;
  screen.compare(report, false);
  screen.compare(report, true);
}

}  // namespace espy::bench
