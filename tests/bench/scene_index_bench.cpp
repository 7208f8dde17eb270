// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// An index of scenes: made screenshots of a megapixel, their index, and queries.
//
//     scene_index_bench --folder DIR [--pictures N] [--side N] [--queries N] [--compare N]
//                       [--threads N]
//
// DIR receives the pictures (PNG), which are kept, and the index, which is made anew. Each query is
// a cut of some picture that is not of one colour; the first N answers are compared with `find`
// over every picture. "cold": the page cache is dropped before, with the facts of all files if the
// system allows it (as root). "trusting": files are not looked at for changes.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "bench/made_screens.h"
#include "bench/options.h"
#include "espy/engine/scene_index.h"
#include "espy/espy.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

namespace fs = std::filesystem;
using test::Random;

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Drops all caches of files, or else the contents of those of a folder.
void makeCold(const fs::path& folder) {
  if (std::ofstream all("/proc/sys/vm/drop_caches"); all && all << "3" << std::flush) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const int file = ::open(entry.path().c_str(), O_RDONLY);
    if (file < 0) continue;
    ::fdatasync(file);
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
  }
}

/// Queries of one kind.
struct Queries {
  const char* name;
  bool cold;
  bool trusting;
  std::vector<double> milliseconds = {};
  std::vector<double> opened = {};
  std::vector<double> inVain = {};  ///< opened, and no match
};

/// The value that this share of them does not exceed.
double shareOf(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void print(const Queries& queries) {
  const auto spread = [](const std::vector<double>& values) {
    return fmt::format("median {:.1f}, 9 in 10 {:.1f}, at most {:.1f}", shareOf(values, 0.5),
                       shareOf(values, 0.9), shareOf(values, 1));
  };
  fmt::print("{}: ms: {}; pictures opened: {}; without a match: {}\n", queries.name,
             spread(queries.milliseconds), spread(queries.opened), spread(queries.inVain));
}

void makePictures(const std::vector<std::string>& files) {
  parallelFor(std::ssize(files), hardwareThreads(), {}, [&](std::int64_t i, int) {
    const std::string& file = files[static_cast<std::size_t>(i)];
    if (!fs::exists(file)) writePicture(file, screenshot(static_cast<std::uint64_t>(i)));
  });
}

/// A part of one of the pictures that is not of one colour.
Image cutOf(const std::vector<std::string>& files, std::int64_t side, Random& random) {
  for (;;) {
    const auto file = static_cast<std::size_t>(random.below(std::ssize(files)));
    const ReadPicture scene = readPicture(files[file]);
    const Size size{side + random.below(60), side + random.below(40)};
    const ImageView cut =
        scene.image.view().crop(random.below(kScreen.width - size.width + 1),
                                random.below(kScreen.height - size.height + 1), size);
    if (!isFlat(cut)) return Image::copyOf(cut);
  }
}

int run(const std::map<std::string, std::string>& options) {
  const auto number = [&](const char* name, const char* otherwise) {
    return std::atoll(valueOf(options, name, otherwise).c_str());
  };
  const fs::path folder = valueOf(options, "--folder");
  if (folder.empty()) {
    fmt::print(stderr, "scene_index_bench: --folder is missing\n");
    return 2;
  }
  const std::int64_t pictures = number("--pictures", "200");
  fs::create_directories(folder / "shots");
  std::vector<std::string> files;
  for (std::int64_t i = 0; i < pictures; ++i) {
    files.push_back(folder / "shots" / fmt::format("{:07}.png", i));
  }
  makePictures(files);
  std::int64_t fileBytes = 0;
  for (const std::string& file : files) fileBytes += static_cast<std::int64_t>(fs::file_size(file));

  const std::string index = folder / "shots.esi";
  fs::remove_all(index);
  auto start = std::chrono::steady_clock::now();
  SceneIndex::create(index, number("--side", "24"));
  SceneIndexWriter::Options adding;
  adding.control.threads = static_cast<int>(number("--threads", "0"));
  SceneIndexWriter(index).add(files, adding);
  const double built = secondsSince(start);
  const SceneIndex opened(index);
  const SceneIndex::Facts facts = opened.facts();
  const auto raw = static_cast<double>(facts.pixels * 3);
  fmt::print("{} pictures, {} MB of files, built in {:.1f} s, {:.1f} ms a picture\n", pictures,
             fileBytes >> 20, built, 1000 * built / static_cast<double>(pictures));
  fmt::print("{} entries, 1 per {:.0f} pixels; {} bytes, {:.2f} an entry, {:.2f} % of the pixels\n",
             facts.entries, static_cast<double>(facts.pixels) / static_cast<double>(facts.entries),
             facts.bytes, static_cast<double>(facts.bytes) / static_cast<double>(facts.entries),
             100 * static_cast<double>(facts.bytes) / raw);

  Random random(7);
  Queries kinds[] = {{"cold", true, false},
                     {"cold, trusting", true, true},
                     {"warm", false, false},
                     {"warm, trusting", false, true}};
  const std::int64_t queries = number("--queries", "20");
  const std::int64_t compared = number("--compare", "4");
  bool equal = true;
  for (std::int64_t q = 0; q < queries; ++q) {
    const Image needle = cutOf(files, facts.side, random);
    const Needle needles[] = {{needle}};
    std::map<std::string, std::vector<Match>> answer;
    for (Queries& kind : kinds) {
      answer.clear();
      if (kind.cold) makeCold(folder);
      start = std::chrono::steady_clock::now();
      SceneIndex::Query query;
      query.checkAll = !kind.trusting;
      const SceneIndex::Report report = SceneIndex(index).find(
          needles, query, [&](SceneIndex::Found&& found) { answer[found.file] = found.matches; });
      kind.milliseconds.push_back(1000 * secondsSince(start));
      kind.opened.push_back(static_cast<double>(report.opened));
      kind.inVain.push_back(static_cast<double>(report.opened - std::ssize(answer)));
    }
    if (q >= compared) continue;
    std::map<std::string, std::vector<Match>> expected;
    for (const std::string& file : files) {
      const ReadPicture picture = readPicture(file);
      std::vector<Match> matches = find(Scene(picture.image), needles).matches;
      if (!matches.empty()) expected[file] = std::move(matches);
    }
    equal = equal && answer == expected;
  }
  if (queries == 0) return 0;
  for (const Queries& kind : kinds) print(kind);
  if (compared > 0) fmt::print("answers {} those of find\n", equal ? "equal" : "DIFFER FROM");
  return equal ? 0 : 1;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::run(espy::bench::optionsOf(
      count, words, {"--folder", "--pictures", "--side", "--queries", "--compare", "--threads"}));
}
