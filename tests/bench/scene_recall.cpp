// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Recall of a tolerant index of scenes: needles that are cut from damaged copies of made
// screenshots are looked for in the index of the undamaged ones.
//
//     scene_recall --folder DIR [--pictures N] [--side N] [--needles N] [--photographs DIR]
//
// A needle counts as found if the index reports its picture, whose matches are then those of
// `find`. Needles of one colour, and those whose zncc in their place is below 0.9, do not count.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <jpeglib.h>

#include "bench/made_screens.h"
#include "bench/options.h"
#include "bench/stopwatch.h"
#include "espy/engine/scene_index.h"
#include "espy/espy.h"
#include "espy/files.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

namespace fs = std::filesystem;
using test::Random;

constexpr double kMinScore = 0.9;

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Adds the sum of four uniform numbers of this standard deviation to every sample.
Image withNoise(const ImageView& picture, double deviation, Random& random) {
  Image noisy = Image::copyOf(picture);
  const MutableImageView pixels = noisy.pixels();
  const double half = deviation * std::sqrt(3.0 / 4.0);
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t i = 0; i < picture.rowBytes(); ++i) {
      double change = 0;
      for (int n = 0; n < 4; ++n) {
        change += half * (static_cast<double>(random.below(2001)) / 1000.0 - 1.0);
      }
      const double value = std::clamp(std::round(pixels.row(y)[i] + change), 0.0, 255.0);
      pixels.row(y)[i] = static_cast<std::uint8_t>(value);
    }
  }
  return noisy;
}

Image asJpeg(const ImageView& picture, int quality, const fs::path& folder) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = static_cast<JDIMENSION>(picture.width());
  jpeg.image_height = static_cast<JDIMENSION>(picture.height());
  jpeg.input_components = picture.format().channels;
  jpeg.in_color_space = picture.format().channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&jpeg);  // halved chroma, as most programs write
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(picture.rowBytes()));
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    std::copy_n(picture.row(y), row.size(), row.data());
    JSAMPROW start = row.data();
    jpeg_write_scanlines(&jpeg, &start, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  const std::string file = folder / "damaged.jpg";
  writeFile(file, {reinterpret_cast<const char*>(bytes), size});
  std::free(bytes);
  return Image::copyOf(readPicture(file).image);
}

struct Damage {
  std::string name;
  std::function<Image(const ImageView& picture, Random& random)> make;
};

/// What became of the needles of one size.
struct Tally {
  int needles = 0;
  int found = 0;
  std::vector<double> opened;
  std::vector<double> milliseconds;
};

struct Scenes {
  std::string index;
  std::vector<std::string> files;
};

void look(const Scenes& scenes, std::size_t file, const ImageView& whole, const ImageView& damaged,
          std::int64_t side, Random& random, Tally& tally) {
  if (whole.width() < side || whole.height() < side) return;
  const std::int64_t x = random.below(whole.width() - side + 1);
  const std::int64_t y = random.below(whole.height() - side + 1);
  const ImageView there = whole.crop(x, y, {side, side});
  const Needle needle{damaged.crop(x, y, {side, side}), {}};
  if (isFlat(there) || isFlat(needle.picture)) return;
  FindOptions options;
  options.method = Method::zncc;
  options.minScore = kMinScore;
  if (find(there, std::span(&needle, 1), options).matches.empty()) return;
  ++tally.needles;
  SceneIndex::Query query;
  query.minScore = kMinScore;
  bool found = false;
  const auto start = std::chrono::steady_clock::now();
  const SceneIndex::Report report =
      SceneIndex(scenes.index).find(std::span(&needle, 1), query, [&](SceneIndex::Found&& in) {
        found = found || in.file == scenes.files[file];
      });
  tally.milliseconds.push_back(millisecondsSince(start));
  if (found) ++tally.found;
  tally.opened.push_back(static_cast<double>(report.opened));
}

std::vector<Damage> damages(const fs::path& folder) {
  std::vector<Damage> all{
      {"none", [](const ImageView& picture, Random&) { return Image::copyOf(picture); }}};
  for (const int deviation : {5, 10, 20}) {
    all.push_back(
        {fmt::format("noise {}", deviation), [deviation](const ImageView& picture, Random& random) {
           return withNoise(picture, deviation, random);
         }});
  }
  for (const int quality : {90, 75}) {
    all.push_back(
        {fmt::format("JPEG {}", quality), [quality, folder](const ImageView& picture, Random&) {
           return asJpeg(picture, quality, folder);
         }});
  }
  return all;
}

/// Looks for needles of some of the pictures.
void measure(const std::string& name, const Scenes& scenes, std::size_t first, std::size_t end,
             const fs::path& folder, std::int64_t least, std::int64_t needles) {
  for (const Damage& damage : damages(folder)) {
    Random places(11);
    Random noise(12);
    std::map<std::int64_t, Tally> bySide;
    for (std::int64_t n = 0; n < needles; ++n) {
      const std::size_t file =
          first + static_cast<std::size_t>(places.below(static_cast<std::int64_t>(end - first)));
      const Image whole = Image::copyOf(readPicture(scenes.files[file]).image);
      const Image damaged = damage.make(whole, noise);
      for (const std::int64_t side : {least, least * 3 / 2, 2 * least}) {
        look(scenes, file, whole, damaged, side, places, bySide[side]);
      }
    }
    for (auto& [side, tally] : bySide) {
      if (tally.needles == 0) continue;
      fmt::print("{}, {}, {} x {}: {} of {}, {:.3f}; opened {}, at most {}; {:.0f} ms\n", name,
                 damage.name, side, side, tally.found, tally.needles,
                 static_cast<double>(tally.found) / tally.needles, median(tally.opened),
                 *std::ranges::max_element(tally.opened), median(tally.milliseconds));
      std::fflush(stdout);
    }
  }
}

int run(const std::map<std::string, std::string>& options) {
  const auto number = [&](const char* name, const char* otherwise) {
    return std::atoll(valueOf(options, name, otherwise).c_str());
  };
  const fs::path folder = valueOf(options, "--folder");
  if (folder.empty()) {
    fmt::print(stderr, "scene_recall: --folder is missing\n");
    return 2;
  }
  fs::create_directories(folder / "shots");
  Scenes scenes{folder / "tolerant.esi", {}};
  for (std::int64_t i = 0; i < number("--pictures", "200"); ++i) {
    scenes.files.push_back(folder / "shots" / fmt::format("{:07}.png", i));
    if (fs::exists(scenes.files.back())) continue;
    writePicture(scenes.files.back(), screenshot(static_cast<std::uint64_t>(i)));
  }
  const std::size_t made = scenes.files.size();
  const std::string others = valueOf(options, "--photographs");
  if (!others.empty()) {
    for (const auto& file : fs::directory_iterator(others)) {
      const std::string extension = file.path().extension();
      if (extension != ".png" && extension != ".jpg") continue;
      if (readPicture(file.path()).image.format().hasAlpha()) continue;
      scenes.files.push_back(file.path());
    }
  }
  std::sort(scenes.files.begin() + static_cast<std::ptrdiff_t>(made), scenes.files.end());
  fs::remove_all(scenes.index);
  const std::int64_t least = number("--side", "48");
  SceneIndex::createTolerant(scenes.index, least);
  const auto start = std::chrono::steady_clock::now();
  SceneIndexWriter(scenes.index).add(scenes.files);
  const SceneIndex::Facts facts = SceneIndex(scenes.index).facts();
  fmt::print("{} pictures, N = {}: {:.2f} % of the pixels, {:.2f} bytes an entry, {:.1f} ms each\n",
             scenes.files.size(), least,
             100 * static_cast<double>(facts.bytes) / static_cast<double>(3 * facts.pixels),
             static_cast<double>(facts.bytes) / static_cast<double>(facts.entries),
             millisecondsSince(start) / static_cast<double>(scenes.files.size()));
  const std::int64_t needles = number("--needles", "100");
  measure("screenshots", scenes, 0, made, folder, least, needles);
  if (made < scenes.files.size()) {
    measure("photographs", scenes, made, scenes.files.size(), folder, least, needles);
  }
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::run(espy::bench::optionsOf(
      count, words, {"--folder", "--pictures", "--side", "--needles", "--photographs"}));
}
