// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find, compared with pip's OpenCV in separate processes with all threads. Needles are
// random textured crops of photographs with a little noise. Each case alternates between several
// processes of both, so that the first search of a process is measured, too.
//
//     peer_bench --pictures FOLDER --python PROGRAM --script opencv_peer.py [--json FILE]
//                [--only TEXT-IN-THE-GROUP] [--processes 3] [--seed 1] [--pictures-a-group 4]
// peer_bench --search SCENE NEEDLE METHOD MASK RUNS     (one process of ours)
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/options.h"
#include "bench/stopwatch.h"
#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

/// Output of a process: times and the best match.
struct ProcessOutput {
  std::vector<double> milliseconds;
  std::int64_t x = -1;
  std::int64_t y = -1;
  double value = 0;
  std::string version;
};

double minimumOf(Method method) {
  return method == Method::zncc ? 0.8 : method == Method::ssd ? 0.98 : 0.95;
}

Method methodNamed(const std::string& name) {
  return name == "zncc" ? Method::zncc : name == "ssd" ? Method::ssd : Method::sad;
}

/// Body of one process of ours.
void searchInThisProcess(char** words) {
  const Image scene = readPicture(words[0]).image;
  const Image picture = readPicture(words[1]).image;
  Image mask;
  Needle needle{picture.view(), {}};
  if (std::string(words[3]) != "-") {
    mask = readPicture(words[3]).image;
    needle.mask = mask.view();
  }
  ScoreOptions options;
  options.method = methodNamed(words[2]);
  options.minScore = minimumOf(options.method);
  options.wantBest = false;
  SelectOptions select;
  select.overlap = 0.5;
  const Registry registry = makeRegistry();
  Finding found;
  for (int run = 0; run < std::stoi(words[4]); ++run) {
    const auto start = std::chrono::steady_clock::now();
    found = findScored(registry, "threads", scene, {&needle, 1}, options, select);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    fmt::print("{:.4f} ", elapsed.count());
  }
  if (found.matches.empty()) {
    fmt::print("| -1 -1 0 | {}\n", found.report.strategy.text());
    return;
  }
  const Match& best = found.matches.front();
  const double value = options.method == Method::zncc ? best.score : best.distance.number();
  fmt::print("| {} {} {} | {}\n", best.x, best.y, value, found.report.strategy.text());
}

ProcessOutput ask(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + command);
  std::string answer;
  char part[4096];
  while (std::fgets(part, sizeof part, pipe) != nullptr) answer += part;
  if (pclose(pipe) != 0) throw std::runtime_error("did not end with success: " + command);
  ProcessOutput output;
  std::istringstream words(answer);
  for (std::string word; words >> word && word != "|";) {
    output.milliseconds.push_back(std::stod(word));
  }
  std::string bar;
  words >> output.x >> output.y >> output.value >> bar;
  std::getline(words >> std::ws, output.version);
  return output;
}

/// A picture of this size, tiled with the photograph and its mirror images, with noise of up to
/// two, so that nothing repeats exactly.
Image sceneOf(const ImageView& photograph, Size size, int channels, Random& random) {
  Image image(size, {channels, Depth::u8});
  const std::int64_t width = photograph.width();
  const std::int64_t height = photograph.height();
  for (std::int64_t y = 0; y < size.height; ++y) {
    const std::int64_t row = y / height % 2 == 0 ? y % height : height - 1 - y % height;
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::int64_t column = x / width % 2 == 0 ? x % width : width - 1 - x % width;
      for (int c = 0; c < channels; ++c) {
        const int own = photograph.format().colourChannels() == 1 ? 0 : c;
        const auto sample = static_cast<std::int64_t>(sampleAt(photograph, column, row, own));
        setSample(image.pixels(), x, y, c,
                  static_cast<std::uint32_t>(
                      std::clamp<std::int64_t>(sample + random.below(5) - 2, 0, 255)));
      }
    }
  }
  return image;
}

double deviationOf(const ImageView& part) {
  double sum = 0;
  double squares = 0;
  for (std::int64_t y = 0; y < part.height(); ++y) {
    for (std::int64_t x = 0; x < part.width(); ++x) {
      const double value = sampleAt(part, x, y, 0);
      sum += value;
      squares += value * value;
    }
  }
  const auto n = static_cast<double>(part.size().pixels());
  return std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
}

/// A random textured crop with a little noise.
Image needleOf(const ImageView& scene, std::int64_t side, Random& random) {
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (int tries = 0; tries < 200; ++tries) {
    x = random.below(scene.width() - side);
    y = random.below(scene.height() - side);
    if (deviationOf(scene.crop(x, y, {side, side})) >= 15) break;
  }
  Image needle({side, side}, scene.format());
  for (std::int64_t row = 0; row < side; ++row) {
    for (std::int64_t column = 0; column < side; ++column) {
      for (int c = 0; c < scene.format().colourChannels(); ++c) {
        const auto sample = static_cast<std::int64_t>(sampleAt(scene, x + column, y + row, c));
        setSample(needle.pixels(), column, row, c,
                  static_cast<std::uint32_t>(
                      std::clamp<std::int64_t>(sample + random.below(13) - 6, 0, 255)));
      }
    }
  }
  return needle;
}

Image discOf(std::int64_t side) {
  Image disc({side, side}, {1, Depth::u8});
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) {
      const std::int64_t a = 2 * x - side + 1;
      const std::int64_t b = 2 * y - side + 1;
      *disc.pixels().pixel(x, y) = a * a + b * b <= side * side ? 255 : 0;
    }
  }
  return disc;
}

/// Cases that are reported together.
struct Group {
  std::string name;
  std::string method = "zncc";
  int channels = 1;
  bool masked = false;
  double wantedMedian = 5;  ///< required speed-up, median of the cases
  double wantedLeast = 2;   ///< required speed-up of every case
};

class PeerBench {
 public:
  PeerBench(std::map<std::string, std::string> options, std::string self)
      : options_(std::move(options)), self_(std::move(self)) {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("peer_bench_{}", getpid());
    std::filesystem::create_directories(folder_);
    processes_ = std::stoi(option("--processes", "3"));
  }
  ~PeerBench() { std::filesystem::remove_all(folder_); }
  PeerBench(const PeerBench&) = delete;
  PeerBench& operator=(const PeerBench&) = delete;

  void run(const Group& group) {
    if (group.name.find(option("--only", "")) == std::string::npos) return;
    const std::vector<std::string> names =
        group.channels == 1
            ? std::vector<std::string>{"camera.png", "astronaut.png", "brick.png",
                                       "coins.png",  "page.png",      "hubble_deep_field.jpg",
                                       "grass.png",  "chelsea.png",   "text.png",
                                       "gravel.png", "coffee.png"}
            : std::vector<std::string>{"astronaut.png", "coffee.png", "hubble_deep_field.jpg",
                                       "chelsea.png"};
    Random random(static_cast<std::uint64_t>(std::stoull(option("--seed", "1"))));
    std::map<std::int64_t, std::vector<double>> first;
    std::map<std::int64_t, std::vector<double>> again;
    const auto most = static_cast<std::size_t>(std::stoi(option("--pictures-a-group", "11")));
    std::size_t taken = 0;
    for (const std::string& name : names) {
      if (taken++ >= most) break;
      const Image photograph = readPicture(option("--pictures", "") + "/" + name).image;
      for (const Size size : {Size{1024, 1024}, Size{1920, 1088}, Size{3264, 2448}}) {
        if (group.masked && size.width > 2000) continue;  // the peer takes seconds
        const Image scene = sceneOf(photograph, size, group.channels, random);
        writePicture(file("scene", group.channels), scene);
        for (const std::int64_t side : {16, 24, 64, 128, 256}) {
          const Image needle = needleOf(scene, side, random);
          writePicture(file("needle", group.channels), needle);
          if (group.masked) writePicture(file("mask", 1), discOf(side));
          compare(group, fmt::format("{} {}x{} / {}", name, size.width, size.height, side),
                  first[side], again[side]);
        }
      }
    }
    summarise(group, "first search of a process", first);
    summarise(group, "searched again", again);
  }

  const nlohmann::ordered_json& json() const { return json_; }
  bool allReached() const { return allReached_; }

 private:
  std::string option(const std::string& name, const std::string& otherwise) const {
    const auto found = options_.find(name);
    return found == options_.end() ? otherwise : found->second;
  }

  std::string file(const std::string& name, int channels) const {
    return (folder_ / (name + (channels == 1 ? ".pgm" : ".ppm"))).string();
  }

  void compare(const Group& group, const std::string& title, std::vector<double>& first,
               std::vector<double>& again) {
    constexpr int kRuns = 5;
    const std::string words =
        fmt::format("{} {} {} {} ", file("scene", group.channels), file("needle", group.channels),
                    group.method, group.masked ? file("mask", 1) : "-");
    std::vector<double> ourFirst;
    std::vector<double> ourAgain;
    std::vector<double> theirFirst;
    std::vector<double> theirAgain;
    ProcessOutput ours;
    ProcessOutput theirs;
    for (int process = 0; process < processes_; ++process) {
      ours = ask(fmt::format("{} --search {}{}", self_, words, kRuns));
      theirs =
          ask(fmt::format("{} {} {}{}", option("--python", "python3"),
                          option("--script", "opencv_peer.py"), words, group.masked ? 2 : kRuns));
      ourFirst.push_back(ours.milliseconds.front());
      theirFirst.push_back(theirs.milliseconds.front());
      ourAgain.insert(ourAgain.end(), ours.milliseconds.begin() + 1, ours.milliseconds.end());
      theirAgain.insert(theirAgain.end(), theirs.milliseconds.begin() + 1,
                        theirs.milliseconds.end());
    }
    // Compare results before times. Only grey zncc has the same definition there.
    const bool same = group.method == "zncc" && group.channels == 1;
    if (same && ours.x >= 0 && std::abs(ours.value - theirs.value) > 5e-3) {
      throw std::runtime_error(
          fmt::format("{}: the best scores are {} and {}", title, ours.value, theirs.value));
    }
    const double firstTimes = median(theirFirst) / median(ourFirst);
    const double againTimes = median(theirAgain) / median(ourAgain);
    first.push_back(firstTimes);
    again.push_back(againTimes);
    fmt::print("{:<44} first {:8.2f} {:8.2f} ms {:6.2f}   again {:8.2f} {:8.2f} ms {:6.2f}  {}\n",
               group.name + ": " + title, median(ourFirst), median(theirFirst), firstTimes,
               median(ourAgain), median(theirAgain), againTimes, ours.version);
    std::fflush(stdout);
    json_["peer"] = "opencv " + theirs.version + " threads";
    json_["simd"] = nameOf(simdLevel());
    json_["cases"].push_back({{"group", group.name},
                              {"case", title},
                              {"first_ms", median(ourFirst)},
                              {"peer_first_ms", median(theirFirst)},
                              {"again_ms", median(ourAgain)},
                              {"peer_again_ms", median(theirAgain)},
                              {"how", ours.version}});
  }

  void summarise(const Group& group, const std::string& which,
                 const std::map<std::int64_t, std::vector<double>>& times) {
    std::vector<double> all;
    std::string bySide;
    for (const auto& [side, cases] : times) {
      all.insert(all.end(), cases.begin(), cases.end());
      bySide += fmt::format("  {}: {:.1f} ({:.1f} to {:.1f})", side, median(cases),
                            *std::min_element(cases.begin(), cases.end()),
                            *std::max_element(cases.begin(), cases.end()));
    }
    if (all.empty()) return;
    const double middle = median(all);
    const double least = *std::min_element(all.begin(), all.end());
    const bool reached = middle >= group.wantedMedian && least >= group.wantedLeast;
    allReached_ = allReached_ && reached;
    fmt::print(
        "\n{}, {}: median {:.2f}, least {:.2f} of {} cases;{}\n  [{}] median {}, least {}\n\n",
        group.name, which, middle, least, all.size(), bySide, reached ? "reached" : "MISSED",
        group.wantedMedian, group.wantedLeast);
    json_["groups"].push_back({{"group", group.name},
                               {"which", which},
                               {"median", middle},
                               {"least", least},
                               {"cases", all.size()},
                               {"reached", reached}});
  }

  std::map<std::string, std::string> options_;
  std::string self_;
  std::filesystem::path folder_;
  int processes_ = 3;
  nlohmann::ordered_json json_;
  bool allReached_ = true;
};

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  try {
    if (argc == 7 && std::string(argv[1]) == "--search") {
      espy::bench::searchInThisProcess(argv + 2);
      return 0;
    }
    auto options = espy::bench::optionsOf(argc, argv,
                                          {"--pictures", "--python", "--script", "--processes",
                                           "--only", "--seed", "--pictures-a-group", "--json"});
    espy::bench::PeerBench bench(options, argv[0]);
    bench.run({"zncc grey"});
    bench.run({"zncc colour", "zncc", 3, false, 10});
    bench.run({"zncc masked", "zncc", 1, true, 15});
    bench.run({"ssd grey", "ssd"});
    bench.run({"sad grey", "sad"});
    if (options.contains("--json"))
      std::ofstream(options["--json"]) << bench.json().dump(1) << '\n';
    return bench.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "peer_bench: {}\n", error.what());
    return 2;
  }
}
