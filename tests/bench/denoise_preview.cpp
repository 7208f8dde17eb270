// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// How soon a slider answers: copies of a noisy picture at lower resolution and of all pixels, for
// strengths as a slider gives them, from the last solution and from none.
//
//     denoise_preview [--side PIXELS] [--small PIXELS] [--threads N]
//
// --side: of the picture, of three channels (2000). --small: pixels of the small copy (300000).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "bench/options.h"
#include "espy/engine/all.h"
#include "espy/engine/picture_denoiser.h"

namespace espy::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Squares of several sizes and shades, with noise of 20.
Image noisyPicture(std::int64_t side) {
  std::mt19937 random(1);
  std::normal_distribution<float> noise(0, 20);
  Image image({side, side}, {3, Depth::u8});
  const MutableImageView pixels = image.pixels();
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) {
      for (int c = 0; c < 3; ++c) {
        const std::int64_t clean =
            40 + 60 * ((x / 97 + y / 71) % 2) + 50 * ((x / 400 + c) % 2) + x * 50 / side;
        pixels.row(y)[3 * x + c] = static_cast<std::uint8_t>(
            std::clamp(static_cast<float>(clean) + noise(random), 0.0F, 255.0F));
      }
    }
  }
  return image;
}

template <class Work>
double millisecondsOf(const Work& work) {
  const Clock::time_point start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double medianOf(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
  return values[values.size() / 2];
}

/// Times of a series of strengths: the first one, and the median of the others.
void measure(const char* name, const Registry& registry, const Image& picture,
             std::int64_t mostPixels, const DenoiseOptions& options, bool warm) {
  std::vector<double> times;
  double first = 0;
  std::int64_t iterations = 0;
  PictureDenoiser kept(registry, picture, mostPixels, options.control);
  for (int step = 0; step <= 10; ++step) {
    DenoiseOptions own = options;
    own.strength = 0.04 + 0.004 * step;
    double milliseconds = 0;
    const auto run = [&](PictureDenoiser& denoiser) {
      milliseconds = millisecondsOf([&] { iterations = denoiser.denoise(own).iterations; });
    };
    if (warm) {
      run(kept);
    } else {
      PictureDenoiser fresh(registry, picture, mostPixels, options.control);
      run(fresh);
    }
    if (step == 0) {
      first = milliseconds;
    } else {
      times.push_back(milliseconds);
    }
  }
  fmt::print("{:<34} 1/{}: first {:>7.1f} ms, then {:>7.1f} ms ({} iterations)\n", name,
             kept.reduction(), first, medianOf(times), iterations);
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  using namespace espy;
  using namespace espy::bench;
  const auto given = optionsOf(count, words, {"--side", "--small", "--threads"});
  const std::int64_t side = std::stoll(valueOf(given, "--side", "2000"));
  const std::int64_t small = std::stoll(valueOf(given, "--small", "300000"));
  const Registry registry = makeRegistry();
  DenoiseOptions options;
  options.engine = "threads";
  options.control.threads = std::stoi(valueOf(given, "--threads", "0"));
  const Image picture = noisyPicture(side);
  fmt::print("{} x {} pixels of 3 channels\n", side, side);
  // As the window's preview.
  DenoiseOptions coarse = options;
  coarse.gap = 2e-3;
  coarse.iterations = 60;
  measure("small copy, from the last solution", registry, picture, small, coarse, true);
  measure("small copy, from none", registry, picture, small, coarse, false);
  measure("all pixels, from the last solution", registry, picture, 0, options, true);
  measure("all pixels, from none", registry, picture, 0, options, false);
}
