// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Live search on an X server without a screen (Xvfb), on which this program paints known changes:
// a whole search with its capture, the delay of events, the processor time of a still screen, and
// memory over many frames. And a video, in any pose, which needs no X server.
//
//     live_bench [--size 1920x1080] [--events 300] [--seconds 10] [--frames 100000] [--video 300]
//                [--photographs FOLDER] [--only video]
//
// With --photographs the video's needle is a face of FOLDER/astronaut.png on FOLDER/coffee.png. In
// one video the ground stands still, in the other it moves, so that everything changes.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/modules.h"
#include "bench/options.h"
#include "bench/stopwatch.h"
#include "espy/engine/live.h"
#include "espy/engine/video.h"
#include "espy/pictures.h"
#include "live/tile_hashes.h"
#include "support/peak_memory.h"
#include "support/random_pictures.h"
#include "support/virtual_screen.h"

namespace espy::bench {
namespace {

using Clock = std::chrono::steady_clock;
using test::Random;

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Processor time of this process, in seconds.
double processorTime() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string rowOf(const std::string& what, const std::vector<double>& all) {
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double share) {
    return sorted[std::min(sorted.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
  };
  return fmt::format("{:<46} median {:8.3f} ms, 99 % {:8.3f} ms, {} runs\n", what, at(0.5),
                     at(0.99), all.size());
}

/// A desktop: flat areas, windows, and texts that are noise.
Image desktopOf(Size size, Random& random) {
  Image picture(size, {3, Depth::u8});
  const MutableImageView pixels = picture.pixels();
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < 3 * size.width; ++x) pixels.row(y)[x] = 0x30;
  }
  for (int window = 0; window < 40; ++window) {
    const Size part{50 + random.below(size.width / 3), 30 + random.below(size.height / 3)};
    const std::int64_t left = random.below(size.width - part.width);
    const std::int64_t top = random.below(size.height - part.height);
    const MutableImageView view(pixels.pixel(left, top), part, pixels.format(), pixels.stride());
    draw(view, window % 3 == 0 ? test::Kind::noise : test::Kind::flat, random, false);
  }
  return picture;
}

class ScreenBenchmark {
 public:
  ScreenBenchmark(Size size, const test::VirtualScreen& screen)
      : size_(size), screen_(screen), painter_(screen.name()) {
    painter_.show(desktopOf(size, random_), 0, 0);
    for (int n = 0; n < kNeedles; ++n) {
      Image& needle = pictures_.emplace_back(Size{96, 32}, PixelFormat{3, Depth::u8});
      draw(needle.pixels(), test::Kind::noise, random_, false);
    }
    for (const Image& picture : pictures_) needles_.push_back({picture.view()});
  }

  /// Everything is read and searched, as for the first frame; the needle is not there.
  void wholeSearch(int runs) {
    for (const bool scored : {false, true}) {
      const std::unique_ptr<Stream> stream = openScreen(options(1000, false));
      stream->next();
      std::vector<double> both;
      std::vector<double> search;
      FindOptions method;
      method.wantBest = false;
      if (scored) method.method = Method::zncc;
      for (int run = 0; run < runs; ++run) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));  // the next frame is due
        const Clock::time_point start = Clock::now();
        stream->next();
        const Clock::time_point captured = Clock::now();
        find(stream->picture(), firstNeedle(), method);
        both.push_back(milliseconds(Clock::now() - start));
        search.push_back(milliseconds(Clock::now() - captured));
      }
      const std::string name = scored ? "zncc" : "exact";
      fmt::print("{}", rowOf("capture and one whole search, " + name, both));
      fmt::print("{}", rowOf("  the search alone", search));
    }
  }

  /// From before the button is painted to the event, in another thread.
  void delay(int events, bool busy) {
    const std::unique_ptr<Stream> stream = openScreen(options(60, true));
    std::stop_source stop;
    FindOptions method;
    method.wantBest = false;
    method.control.stop = stop.get_token();
    std::atomic<std::int64_t> seen = 0;
    std::atomic<int> count = 0;
    std::thread watching([&] {
      Watch watch(firstNeedle(), method);
      try {
        while (stream->next(stop.get_token())) {
          for (const Event& event : watch.step(*stream)) {
            if (event.kind != EventKind::appears) continue;
            seen = Clock::now().time_since_epoch().count();
            ++count;
          }
        }
      } catch (const Error&) {  // stopped
      }
    });
    std::vector<double> delays;
    for (int event = 0; event < events; ++event) {
      const std::int64_t x = random_.below(size_.width - 96);
      const std::int64_t y = random_.below(size_.height - 32);
      for (std::int64_t left = 30 + random_.below(60); left > 0; --left) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        // Something else that changes all the time, at the border.
        if (busy) painter_.fill(random_.below(200), 0, {20, 8}, static_cast<std::uint32_t>(left));
      }
      const int before = count;
      const Clock::time_point start = Clock::now();
      painter_.show(pictures_[0], x, y);
      const Clock::time_point deadline = start + std::chrono::seconds(5);
      while (count == before && Clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
      if (count != before) {
        delays.push_back(milliseconds(Clock::duration(seen.load()) - start.time_since_epoch()));
      }
      painter_.fill(x, y, {96, 32}, 0x303030);
    }
    stop.request_stop();
    watching.join();
    fmt::print("{}", rowOf(busy ? "paint to event, other changes all the time" : "paint to event",
                           delays));
  }

  /// Processor time while nothing changes.
  void still(double seconds, bool damage) {
    const std::unique_ptr<Stream> stream = openScreen(options(60, damage));
    Watch watch(needles_, {.wantBest = false});
    stream->next();
    watch.step(*stream);
    // Without damage reports, until it reads more slowly.
    for (const auto end = Clock::now() + std::chrono::milliseconds(1500); Clock::now() < end;) {
      stream->next();
      watch.step(*stream);
    }
    const double own = processorTime();
    const double server = screen_.processorTime();
    const Clock::time_point start = Clock::now();
    std::int64_t frames = 0;
    for (; milliseconds(Clock::now() - start) < 1000 * seconds; ++frames) {
      stream->next();
      watch.step(*stream);
    }
    const double wall = milliseconds(Clock::now() - start) / 1000;
    const double read = damage ? 0 : 4.0 * static_cast<double>(size_.pixels() * frames);
    fmt::print(
        "still, {} needles, {:<24} {:5.2f} % of a core, X server {:5.2f} %, {:.1f} frames a "
        "second, {:.0f} MB a second read\n",
        needles_.size(), damage ? "damage reports" : "no damage reports",
        100 * (processorTime() - own) / wall, 100 * (screen_.processorTime() - server) / wall,
        static_cast<double>(frames) / wall, read / wall / 1e6);
  }

  /// Resident memory over frames that all change.
  void memory(std::int64_t frames) {
    constexpr std::int64_t kParts = 10;
    const std::unique_ptr<Stream> stream = openScreen(options(1000, true));
    Watch watch(needles_, {.wantBest = false});
    fmt::print("resident MB after each tenth of {} frames:", frames);
    for (std::int64_t frame = 0, changed = 0; frame < frames; ++frame) {
      painter_.fill(random_.below(size_.width - 40), random_.below(size_.height - 40), {40, 40},
                    static_cast<std::uint32_t>(random_.next() & 0xffffffU));
      stream->next();
      changed += stream->changed().empty() ? 0 : 1;
      watch.step(*stream);
      if ((frame + 1) % (frames / kParts) != 0) continue;
      fmt::print(" {:.1f}", test::statusBytes("VmRSS:") / 1e6);
      std::fflush(stdout);
      if (frame + 1 == frames) fmt::print("; {} of them changed", changed);
    }
    fmt::print("\n");
  }

  /// Bytes a second that tiles are hashed at.
  void hashing() {
    Image picture(size_, {4, Depth::u8});
    draw(picture.pixels(), test::Kind::noise, random_, false);
    live::TileHashes hashes;
    hashes.update(picture);
    std::vector<double> times;
    for (int run = 0; run < 21; ++run) {
      const Clock::time_point start = Clock::now();
      hashes.update(picture);
      times.push_back(milliseconds(Clock::now() - start));
    }
    const double bytes = 4.0 * static_cast<double>(size_.pixels());
    fmt::print("{}", rowOf(fmt::format("tile hashes of {:.1f} MB ({:.1f} GB a second)", bytes / 1e6,
                                       bytes / median(times) / 1e6),
                           times));
  }

 private:
  static constexpr int kNeedles = 20;

  std::span<const Needle> firstNeedle() const { return {needles_.data(), 1}; }

  ScreenOptions options(double rate, bool damage) const {
    ScreenOptions options;
    options.display = screen_.name();
    options.rate = rate;
    options.useDamage = damage;
    return options;
  }

  Size size_;
  const test::VirtualScreen& screen_;
  test::ScreenPainter painter_;
  Random random_{7};
  std::vector<Image> pictures_;
  std::vector<Needle> needles_;
};

/// Squares of noise, which survive being turned and compressed.
Image printOf(Size size, Random& random) {
  constexpr std::int64_t kSquare = 6;
  Image small({size.width / kSquare, size.height / kSquare}, {3, Depth::u8});
  draw(small.pixels(), test::Kind::noise, random, false);
  Image picture(size, {3, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::copy_n(small.view().pixel(x / kSquare, y / kSquare), 3, picture.pixels().pixel(x, y));
    }
  }
  return picture;
}

/// The picture, repeated as often as it takes.
Image tiled(const ImageView& picture, Size size) {
  Image made(size, picture.format());
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::copy_n(picture.pixel(x % picture.width(), y % picture.height()),
                  picture.format().bytesPerPixel(), made.pixels().pixel(x, y));
    }
  }
  return made;
}

/// A ground on which the needle turns on its way. It moves by its surplus width.
void writeTurning(const std::filesystem::path& path, const Image& ground, Size size, int frames,
                  const ImageView& needle) {
  constexpr double kTurn = 0.05;  // radians a frame
  const auto reach = static_cast<std::int64_t>(std::ceil(
      std::hypot(static_cast<double>(needle.width()), static_cast<double>(needle.height())) / 2));
  VideoWriter writer(path.string(), size, 30);
  for (int frame = 0; frame < frames; ++frame) {
    const std::int64_t moved = (ground.size().width - size.width) * frame / frames;
    Image shown = Image::copyOf(ground.view().crop(moved, 0, size));
    const double angle = kTurn * frame;
    const std::int64_t middle = 200 + 5 * frame % (size.width - 400);
    for (std::int64_t y = -reach; y < reach; ++y) {
      for (std::int64_t x = -reach; x < reach; ++x) {
        const auto across = static_cast<double>(x);
        const auto down = static_cast<double>(y);
        const auto u = static_cast<std::int64_t>(
                           std::floor(std::cos(angle) * across - std::sin(angle) * down)) +
                       needle.width() / 2;
        const auto v = static_cast<std::int64_t>(
                           std::floor(std::sin(angle) * across + std::cos(angle) * down)) +
                       needle.height() / 2;
        if (u < 0 || u >= needle.width() || v < 0 || v >= needle.height()) continue;
        std::copy_n(needle.pixel(u, v), 3, shown.pixels().pixel(middle + x, 300 + y));
      }
    }
    writer.write(shown);
  }
  writer.finish();
}

/// Frames per second with a needle in any pose, on two threads.
void watchVideo(const std::string& path, const Needle& needle, const std::string& name) {
  struct Poses {
    const char* name;
    PoseRange scale;
  };
  for (const Poses& poses : {Poses{"any angle", {1, 1, 0}},
                             {"any angle, scale 0.8 to 1.25", {0.8, 1.25, 0}},
                             {"any angle, scale 0.5 to 2", {0.5, 2, 0}}}) {
    FindOptions options{.method = Method::zncc, .wantBest = false};
    options.minScore = 0.8;
    options.control.threads = 2;
    options.pose.angle = {0, 360, 0};
    options.pose.scale = poses.scale;
    const std::unique_ptr<Stream> stream = openVideo(path);
    Watch watch({&needle, 1}, options);
    std::vector<double> decode;
    std::vector<double> search;
    double searched = 0;
    int seen = 0;
    std::string strategy;
    // The first frame is searched as a whole.
    if (stream->next()) watch.step(*stream);
    const Clock::time_point begun = Clock::now();
    while (stream->next()) {
      const Clock::time_point read = Clock::now();
      watch.step(*stream);
      decode.push_back(stream->readMilliseconds());
      search.push_back(milliseconds(Clock::now() - read));
      searched += watch.searched();
      seen += watch.finding().matches.empty() ? 0 : 1;
      strategy = watch.finding().report.strategy.text();
    }
    const double frames = static_cast<double>(search.size());
    const double seconds = milliseconds(Clock::now() - begun) / 1000;
    fmt::print("{}", rowOf(fmt::format("{}, {}", name, poses.name), search));
    fmt::print("{}", rowOf("  decoding, during the search", decode));
    fmt::print("  {:.1f} frames per second, {:.0f} % searched, found in {} of {}; {}\n",
               frames / seconds, 100 * searched / frames, seen, search.size(), strategy);
  }
}

/// Videos in which a needle turns.
void video(Size size, int frames, const std::string& photographs) {
  Random random{7};
  if (modulePath("espy_video.so").empty()) return;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("espy-live-{}.avi", ::getpid());
  for (const bool moves : {false, true}) {
    const Size ground{size.width + (moves ? 2 * frames : 0), size.height};
    Image shown;
    if (photographs.empty()) {
      shown = printOf({96, 60}, random);
      writeTurning(path, desktopOf(ground, random), size, frames, shown);
    } else {
      constexpr std::int64_t kFace = 96;
      const Image person = readPicture(photographs + "/astronaut.png").image;
      shown = Image::copyOf(person.view().crop(175, 65, {kFace, kFace}));
      writeTurning(path, tiled(readPicture(photographs + "/coffee.png").image, ground), size,
                   frames, shown);
    }
    watchVideo(path.string(), {shown.view()}, moves ? "all moves" : "still ground");
  }
  std::filesystem::remove(path);
}

Size sizeOf(const std::string& text) {
  Size size;
  const bool read = std::sscanf(text.c_str(), "%ldx%ld", &size.width, &size.height) == 2;
  if (read && size.width >= 200 && size.height >= 200) return size;
  fmt::print(stderr, "live_bench: --size {}: takes WIDTHxHEIGHT, at least 200x200\n", text);
  std::exit(2);
}

int run(int count, char** words) {
  const auto options = optionsOf(
      count, words,
      {"--size", "--events", "--seconds", "--frames", "--video", "--photographs", "--only"});
  const Size size = sizeOf(valueOf(options, "--size", "1920x1080"));
  const std::string only = valueOf(options, "--only", "");
  if (!only.empty() && only != "video") {
    fmt::print(stderr, "live_bench: --only {}: takes video\n", only);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // each row at once, also into a file
  fmt::print("{} x {} pixels, {} processors\n", size.width, size.height,
             std::thread::hardware_concurrency());
  if (const int shown = std::stoi(valueOf(options, "--video", "300")); shown > 0) {
    video(size, shown, valueOf(options, "--photographs", ""));
  }
  if (!only.empty()) return 0;
  const test::VirtualScreen screen(size);
  if (!screen.runs()) {
    fmt::print(stderr, "live_bench: there is no Xvfb\n");
    return 2;
  }
  ScreenBenchmark benchmark(size, screen);
  const int events = std::stoi(valueOf(options, "--events", "300"));
  const double seconds = std::stod(valueOf(options, "--seconds", "10"));
  const std::int64_t frames = std::stoll(valueOf(options, "--frames", "100000"));
  benchmark.hashing();
  benchmark.wholeSearch(51);
  if (events > 0) {
    benchmark.delay(events, false);
    benchmark.delay(events, true);
  }
  if (seconds > 0) {
    benchmark.still(seconds, true);
    benchmark.still(seconds, false);
  }
  if (frames >= 10) benchmark.memory(frames);
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::run(count, words);
}
