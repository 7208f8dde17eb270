// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Batches: overhead over decoding alone, throughput of tiny pictures, and the time to find that
// nothing is left to do.
//
//     batch_bench [--json FILE] [PICTURE]
//
// PICTURE is tiled to a megapixel; without it a picture is drawn.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>

#include "base/parallel.h"
#include "bench/report.h"
#include "espy/engine/all.h"
#include "support/peak_memory.h"

namespace espy::bench {
namespace {

namespace fs = std::filesystem;

/// RAII temporary folder for all files.
class Place {
 public:
  Place() {
    std::string pattern = (fs::temp_directory_path() / "espy-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Place() { fs::remove_all(path_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// The photograph tiled to a megapixel, with random samples changed by one, so that pictures
/// differ.
Image megapixel(const ImageView& photograph, int seed) {
  Image picture({1000, 1000}, {3, Depth::u8});
  std::mt19937 random(static_cast<unsigned>(seed));
  for (std::int64_t y = 0; y < 1000; ++y) {
    for (std::int64_t x = 0; x < 1000; ++x) {
      for (int c = 0; c < 3; ++c) {
        const std::uint32_t value =
            sampleAt(photograph, x % photograph.width(), y % photograph.height(), c);
        setSample(picture.pixels(), x, y, c,
                  std::min<std::uint32_t>(255, value + (random() % 8 == 0 ? 1 : 0)));
      }
    }
  }
  return picture;
}

Image photographOf(const std::string& file) {
  if (!file.empty()) {
    Image picture = readPicture(file).image;
    if (picture.format().colourChannels() != 3 || picture.format().depth != Depth::u8) {
      throw std::runtime_error(file + ": must be in colour, with 8 bits");
    }
    return picture;
  }
  Image drawn({500, 500}, {3, Depth::u8});
  for (std::int64_t y = 0; y < 500; ++y) {
    for (std::int64_t x = 0; x < 1500; ++x) {
      drawn.pixels().row(y)[x] = static_cast<std::uint8_t>(60 + (x * x / 900 + y * y / 700) % 150);
    }
  }
  return drawn;
}

/// `count` names in a folder: `different` files, the others links to them.
std::vector<std::string> linked(const Place& place, const std::string& folder, int count,
                                int different,
                                const std::function<void(const std::string&, int)>& make) {
  std::vector<std::string> names;
  fs::create_directory(place / folder);
  for (int i = 0; i < count; ++i) {
    const std::string ending = folder == "pngs" ? "png" : "pgm";
    names.push_back(place / fmt::format("{}/{:06}.{}", folder, i, ending));
    if (i < different) {
      make(names.back(), i);
    } else {
      fs::create_hard_link(names[static_cast<std::size_t>(i % different)], names.back());
    }
  }
  return names;
}

void remove(const std::vector<std::string>& files) {
  for (const std::string& file : files) fs::remove_all(file);
}

std::size_t run(const Registry& registry, const BatchJob& job) {
  const auto runner = makeBatchRunner(registry);
  std::vector<BatchItem> items = runner->plan(job);
  runner->run(job, items, {}, {});
  std::size_t done = 0;
  for (const BatchItem& item : items) done += item.state == BatchState::done ? 1 : 0;
  if (done != items.size()) throw std::runtime_error("not all were done");
  return done;
}

BatchJob jobOf(const Place& place, const std::vector<std::string>& images,
               const std::string& needle) {
  BatchJob job;
  job.images = images;
  job.needles = {{needle, ""}};
  job.summary = place / "all.csv";
  job.lines = place / "all.jsonl";
  job.journal = place / "job.journal";
  job.times = false;
  return job;
}

void benchDecoding(const Place& place, const Registry& registry, const std::string& file,
                   Report& report) {
  constexpr int kCount = 1000;
  const Image photograph = photographOf(file);
  const auto images = linked(place, "pngs", kCount, 20, [&](const std::string& name, int i) {
    writePicture(name, megapixel(photograph, i));
  });
  const std::string needle = place / "needle.png";
  writePicture(needle, readPicture(images[3]).image.view().crop(400, 500, {32, 24}));
  BatchJob job = jobOf(place, images, needle);
  const auto fresh = [&] { remove({job.summary, job.lines, job.journal}); };
  const auto decode = [&] {
    parallelFor(kCount, hardwareThreads(), {},
                [&](std::int64_t i, int) { readPicture(images[static_cast<std::size_t>(i)]); });
  };
  const std::vector<Timing> timings = race({{"decoding alone", decode, 5},
                                            {"batch",
                                             [&] {
                                               fresh();
                                               run(registry, job);
                                             },
                                             5}});
  const double ratio = timings[1].milliseconds / timings[0].milliseconds;
  fresh();
  const test::PeakMemory memory;
  run(registry, job);
  const double all = memory.bytes();
  fresh();
  job.images.resize(100);
  const test::PeakMemory less;
  run(registry, job);
  report.add(
      fmt::format("{} PNGs of a megapixel, exact search, all threads", kCount),
      fmt::format("{:.2f} times as long as decoding alone; {:.0f} MiB at their height, {:.0f} "
                  "with a tenth of them.",
                  ratio, all / (1 << 20), less.bytes() / (1 << 20)),
      timings, {{"at most 1.1 times as long as decoding alone", ratio <= 1.1}});
  fresh();
}

void benchTiny(const Place& place, const Registry& registry, Report& report) {
  constexpr int kCount = 100'000;
  const auto images = linked(place, "tiny", kCount, kCount, [](const std::string& name, int i) {
    std::mt19937 random(static_cast<unsigned>(i));
    std::string bytes = "P5 16 16 255\n";
    for (int p = 0; p < 256; ++p) bytes += static_cast<char>(random() >> 7);
    std::ofstream(name, std::ios::binary) << bytes;
  });
  const std::string needle = place / "needle.pgm";
  writePicture(needle, readPicture(images[5]).image.view().crop(3, 4, {5, 5}));
  BatchJob job = jobOf(place, images, needle);
  const auto fresh = [&] { remove({job.summary, job.lines, job.journal}); };
  const auto resume = [&](std::size_t count) {
    BatchJob again = job;
    again.images.resize(count);
    again.begin = BatchBegin::resume;
    run(registry, again);
  };
  const std::vector<Timing> timings = race({{"100,000 tiny pictures",
                                             [&] {
                                               fresh();
                                               run(registry, job);
                                             },
                                             5},
                                            {"all of them are done", [&] { resume(kCount); }, 5}});
  const double rate = kCount / timings[0].milliseconds * 1000;
  report.add("100,000 pictures of 16 x 16", fmt::format("{:.0f} a second.", rate), timings,
             {{"at least 20,000 a second", rate >= 20'000}});
  job.images.resize(10'000);
  fresh();
  run(registry, job);
  const std::vector<Timing> short10 = race({{"10,000 are done", [&] { resume(10'000); }, 7}});
  report.add("A finished job of 10,000 pictures resumes", "", short10,
             {{"in less than a second", short10[0].milliseconds < 1000}});
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using namespace espy::bench;
  std::string json;
  std::string picture;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--json" && i + 1 < argc) {
      json = argv[++i];
    } else {
      picture = argv[i];
    }
  }
  const Place place;
  const espy::Registry registry = espy::makeRegistry();
  Report report("batch");
  benchDecoding(place, registry, picture, report);
  benchTiny(place, registry, report);
  if (!json.empty()) report.write(json);
  return report.allReached() ? 0 : 1;
}
