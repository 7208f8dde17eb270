// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A long live search in made frames, without a screen: memory and time of every tenth, and whether
// the matches are still those of a whole search. Exits with 1 if memory grows or a match is wrong.
//
//     live_soak [--frames 1000000] [--seconds 300] [--size 1280x720] [--method exact|zncc]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/options.h"
#include "bench/stopwatch.h"
#include "espy/engine/live.h"
#include "live/tile_hashes.h"
#include "support/peak_memory.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using Clock = std::chrono::steady_clock;
using test::Random;

/// A desktop on which something is painted before each frame; one in a thousand changes everywhere.
/// Differences are found by the hashes of tiles, as for a camera.
class MadeStream final : public Stream {
 public:
  MadeStream(Size size, std::vector<Image>& needles)
      : Stream("made frames"), needles_(needles), picture_(size, {3, Depth::u8}) {
    draw(picture_.pixels(), test::Kind::flat, random_, false);
  }

  /// Paints the next frame.
  void change() {
    const std::int64_t number = this->number() + 1;
    if (number % 1000 == 999) {
      draw(picture_.pixels(), test::Kind::flat, random_, false);
    } else if (number % 10 == 0) {
      paint(needles_[static_cast<std::size_t>(random_.below(std::ssize(needles_)))].view());
    } else if (number % 3 != 0) {  // others stay as they are
      Image patch({8 + random_.below(120), 8 + random_.below(60)}, picture_.format());
      draw(patch.pixels(), number % 2 == 0 ? test::Kind::noise : test::Kind::flat, random_, false);
      paint(patch.view());
    }
  }

  bool next(const std::stop_token& /*stop*/) override {
    const std::int64_t number = this->number() + 1;
    show(picture_.view(), static_cast<double>(number) / 30, number,
         hashes_.update(picture_.view()));
    return true;
  }

 private:
  void paint(const ImageView& part) {
    const std::int64_t left = random_.below(picture_.size().width - part.size().width);
    const std::int64_t top = random_.below(picture_.size().height - part.size().height);
    const std::int64_t bytes = 3 * part.size().width;
    for (std::int64_t y = 0; y < part.size().height; ++y) {
      std::copy_n(part.row(y), bytes, picture_.pixels().pixel(left, top + y));
    }
  }

  Random random_{11};
  std::vector<Image>& needles_;
  Image picture_;
  live::TileHashes hashes_;
};

/// What a tenth of the frames took.
struct Part {
  std::int64_t frames = 0;
  double median = 0;  ///< microseconds a frame for hashes, search and events
  double slowest = 0;
  double resident = 0;  ///< bytes at its end
};

class Soak {
 public:
  Soak(Size size, Method method)
      : needles_(needlesOf()), stream_(size, pictures_), watch_(needles_, optionsOf(method)) {}

  Part run(std::int64_t frames) {
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(frames));
    for (std::int64_t frame = 0; frame < frames; ++frame) {
      stream_.change();
      const Clock::time_point start = Clock::now();
      stream_.next({});
      events_ += std::ssize(watch_.step(stream_));
      times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
      if (stream_.number() % kFramesBetweenChecks == 0) check();
    }
    Part part{frames, bench::median(times), *std::max_element(times.begin(), times.end())};
    times = {};
    part.resident = test::statusBytes("VmRSS:");
    return part;
  }

  std::int64_t events() const { return events_; }
  std::int64_t checks() const { return checks_; }
  std::int64_t wrong() const { return wrong_; }

 private:
  static constexpr int kNeedles = 20;
  static constexpr std::int64_t kFramesBetweenChecks = 997;

  std::vector<Needle> needlesOf() {
    Random random(3);
    std::vector<Needle> needles;
    for (int n = 0; n < kNeedles; ++n) {
      Image& picture = pictures_.emplace_back(Size{48, 24}, PixelFormat{3, Depth::u8});
      draw(picture.pixels(), test::Kind::noise, random, false);
      needles.push_back({picture.view()});
    }
    return needles;
  }

  FindOptions optionsOf(Method method) {
    options_.method = method;
    options_.wantBest = false;
    return options_;
  }

  void check() {
    ++checks_;
    if (find(stream_.picture(), needles_, options_).matches != watch_.finding().matches) ++wrong_;
  }

  std::vector<Image> pictures_;
  std::vector<Needle> needles_;
  FindOptions options_;
  MadeStream stream_;
  Watch watch_;
  std::int64_t events_ = 0;
  std::int64_t checks_ = 0;
  std::int64_t wrong_ = 0;
};

/// Prints a row for each tenth of the frames that the time allows; returns whether all is well.
bool soak(Size size, Method method, std::int64_t wanted, double seconds) {
  constexpr std::int64_t kParts = 10;
  constexpr std::int64_t kFirst = 1000;
  constexpr double kMostGrowth = 2e6;  // of the allocator's own, over all parts but the first
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  Soak all(size, method);
  all.run(kFirst);
  const double each = elapsed() / kFirst;
  const auto possible = static_cast<std::int64_t>((seconds - elapsed()) / each);
  const std::int64_t frames = std::max<std::int64_t>(kParts, std::min(wanted, possible));
  fmt::print("{} x {} pixels, 20 needles, {} frames{}\n", size.width, size.height, frames,
             frames < wanted ? fmt::format(", as many of {} as {} s allow", wanted, seconds) : "");
  std::vector<Part> parts;
  for (std::int64_t part = 0; part < kParts; ++part) {
    const Part& last = parts.emplace_back(all.run(frames / kParts));
    fmt::print("tenth {:2}: median {:8.1f} us a frame, slowest {:8.0f} us, resident {:7.2f} MB\n",
               part + 1, last.median, last.slowest, last.resident / 1e6);
    std::fflush(stdout);
  }
  const double growth = parts.back().resident - parts.front().resident;
  const auto counted = static_cast<double>(parts.front().frames * (kParts - 1));
  fmt::print(
      "from the first tenth to the last: {:+.3f} MB ({:+.2f} bytes a frame), median {:+.1f} %\n",
      growth / 1e6, growth / counted, 100 * (parts.back().median / parts.front().median - 1));
  fmt::print("{} events; {} frames compared with a whole search, {} differ; {:.0f} s\n",
             all.events(), all.checks(), all.wrong(), elapsed());
  return growth < kMostGrowth && all.wrong() == 0;
}

int run(int count, char** words) {
  const auto options = optionsOf(count, words, {"--frames", "--seconds", "--size", "--method"});
  Size size;
  const std::string text = valueOf(options, "--size", "1280x720");
  const std::string method = valueOf(options, "--method", "exact");
  if (std::sscanf(text.c_str(), "%ldx%ld", &size.width, &size.height) != 2 || size.width < 200 ||
      size.height < 200 || (method != "exact" && method != "zncc")) {
    fmt::print(
        stderr,
        "live_soak: takes --size WIDTHxHEIGHT, 200x200 or more, and --method exact or zncc\n");
    return 2;
  }
  const bool well = soak(size, method == "zncc" ? Method::zncc : Method::exact,
                         std::stoll(valueOf(options, "--frames", "1000000")),
                         std::stod(valueOf(options, "--seconds", "300")));
  return well ? 0 : 1;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::run(count, words);
}
