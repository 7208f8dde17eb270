// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Compares the strategy chosen for scored search with all others on the same workloads. Regret:
// time of the chosen one over the least of all. Bars: median at most 1.3, worst at most 2.
//
//     choice_bench --pictures FOLDER [--threads N] [--only TEXT-IN-THE-NAME] [--json FILE]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "bench/mosaic.h"
#include "bench/options.h"
#include "bench/stopwatch.h"
#include "espy/engine/simd.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "score/fast.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using score::Strategies;

struct Workload {
  Method method;
  Size scene;
  int channels;
  std::int64_t side;  ///< of the needles, pixels
  int needles = 1;
  bool disc = false;  ///< a round mask
};

constexpr Workload kWorkloads[] = {
    {Method::zncc, {640, 480}, 1, 8},
    {Method::zncc, {640, 480}, 1, 32},
    {Method::zncc, {1920, 1080}, 1, 16},
    {Method::zncc, {1920, 1080}, 1, 48},
    {Method::zncc, {1920, 1080}, 3, 64},
    {Method::zncc, {1920, 1080}, 1, 200},
    {Method::zncc, {1920, 1080}, 1, 32, 20},
    {Method::zncc, {3840, 2160}, 1, 100},
    {Method::ssd, {640, 480}, 1, 12},
    {Method::ssd, {1920, 1080}, 1, 24},
    {Method::ssd, {1920, 1080}, 3, 64},
    {Method::ssd, {1920, 1080}, 1, 160},
    {Method::ssd, {1920, 1080}, 1, 24, 10},
    {Method::sad, {640, 480}, 1, 12},
    {Method::sad, {1920, 1080}, 1, 24},
    {Method::sad, {1920, 1080}, 3, 64},
    {Method::sad, {1920, 1080}, 1, 160},
    {Method::sad, {1920, 1080}, 1, 24, 10},
    {Method::sad, {1920, 1080}, 1, 64, 1, true},
    {Method::ssd, {1920, 1080}, 1, 64, 1, true},
};

/// Sets of allowed strategies; the first is the default.
struct Contender {
  const char* name;
  Strategies allowed;
};

constexpr Contender kContenders[] = {
    {"chosen", {}},
    {"blocks, FFT", {true, false, false, true, false}},
    {"blocks, samples", {true, false, false, false, false}},
    {"averages, FFT", {false, true, false, true, false}},
    {"averages, samples", {false, true, false, false, false}},
    {"dense", {false, false, true, true, true}},
    {"FFT", {false, false, false, true, false}},
    {"directly", {false, false, false, false, true}},
    {"samples", {false, false, false, false, false}},
};

std::string nameOf(const Workload& work) {
  const char* method = work.method == Method::zncc  ? "zncc"
                       : work.method == Method::ssd ? "ssd"
                                                    : "sad";
  return fmt::format("{} {}x{}, {} channels, {} of {}x{}{}", method, work.scene.width,
                     work.scene.height, work.channels, work.needles, work.side, work.side,
                     work.disc ? ", disc" : "");
}

/// Requests a stop after this time unless destroyed before.
class Deadline {
 public:
  explicit Deadline(double milliseconds)
      : waiter_([this, milliseconds] {
          std::unique_lock lock(mutex_);
          const std::chrono::duration<double, std::milli> most(milliseconds);
          if (!ended_.wait_for(lock, most, [&] { return done_; })) stop_.request_stop();
        }) {}
  ~Deadline() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    ended_.notify_one();
    waiter_.join();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::stop_source stop_;
  std::thread waiter_;
};

/// Result of one workload.
struct Outcome {
  std::map<std::string, double> milliseconds;  ///< by contender, without those that were too slow
  std::string strategy;                        ///< the chosen strategy
  std::string best;                            ///< fastest contender
  double regret = 1;
};

class Comparison {
 public:
  Comparison(const std::vector<Image>& photographs, const Workload& work, int threads)
      : work_(work),
        threads_(threads),
        scene_(mosaic(photographs, work.scene, work.channels)),
        mask_({work.side, work.side}, {1, Depth::u8}) {
    test::Random random(static_cast<std::uint64_t>(work.side + 1000 * work.needles));
    for (int n = 0; n < work.needles; ++n) {
      const std::int64_t x = random.below(work.scene.width - work.side);
      const std::int64_t y = random.below(work.scene.height - work.side);
      pictures_.push_back(Image::copyOf(scene_.view().crop(x, y, {work.side, work.side})));
    }
    for (const Image& picture : pictures_) needles_.push_back({picture.view(), {}});
    if (work.disc) {
      for (std::int64_t y = 0; y < work.side; ++y) {
        for (std::int64_t x = 0; x < work.side; ++x) {
          const std::int64_t right = 2 * x + 1 - work.side;
          const std::int64_t down = 2 * y + 1 - work.side;
          *mask_.pixels().pixel(x, y) =
              right * right + down * down < work.side * work.side ? 255 : 0;
        }
      }
      for (Needle& needle : needles_) needle.mask = mask_.view();
    }
    options_.method = work.method;
    options_.minScore = work.method == Method::zncc  ? 0.8
                        : work.method == Method::ssd ? 0.98
                                                     : 0.95;
    options_.wantBest = false;
  }

  Outcome run() {
    constexpr int kRounds = 5;
    Outcome outcome;
    std::map<std::string, std::vector<double>> times;
    // Warm-up; also sets the time limit of slow contenders.
    double most = std::numeric_limits<double>::infinity();
    for (const Contender& contender : kContenders) {
      const double first = search(contender, most, &outcome.strategy);
      if (first < 0) continue;
      most = std::min(most, std::max(20.0, 6 * first));
      times[contender.name];
    }
    for (int round = 0; round < kRounds; ++round) {
      for (const Contender& contender : kContenders) {
        const auto own = times.find(contender.name);
        if (own == times.end()) continue;
        const double milliseconds = search(contender, most, nullptr);
        if (milliseconds >= 0) own->second.push_back(milliseconds);
      }
    }
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [name, all] : times) {
      if (all.empty()) continue;
      outcome.milliseconds[name] = median(all);
      if (outcome.milliseconds[name] < least) {
        least = outcome.milliseconds[name];
        outcome.best = name;
      }
    }
    outcome.regret = outcome.milliseconds.at("chosen") / least;
    return outcome;
  }

 private:
  /// Time of one search in milliseconds; negative if it was stopped after `most`.
  double search(const Contender& contender, double most, std::string* strategy) {
    const Deadline deadline(std::min(most, 60000.0));
    RunReport report;
    const auto start = std::chrono::steady_clock::now();
    try {
      score::scoreFast(scene_, needles_, options_, threads_, {threads_, deadline.token(), {}},
                       report, contender.allowed);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) return -1;
      throw;
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (strategy != nullptr && strategy->empty()) *strategy = report.strategy.text();
    return took.count();
  }

  const Workload& work_;
  int threads_;
  Image scene_;
  Image mask_;
  std::vector<Image> pictures_;
  std::vector<Needle> needles_;
  ScoreOptions options_;
};

std::vector<Image> photographsOf(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string kind = entry.path().extension().string();
    if (kind == ".png" || kind == ".jpg") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Image> photographs;
  for (const auto& file : files) photographs.push_back(readPicture(file.string()).image);
  return photographs;
}

int compare(const std::map<std::string, std::string>& words) {
  const std::vector<Image> photographs = photographsOf(words.at("--pictures"));
  const int threads = words.contains("--threads")
                          ? std::stoi(words.at("--threads"))
                          : static_cast<int>(std::thread::hardware_concurrency());
  const std::string only = words.contains("--only") ? words.at("--only") : "";
  nlohmann::json all = {{"benchmark", "choice"},
                        {"simd", nameOf(simdLevel())},
                        {"threads", threads},
                        {"workloads", nlohmann::json::array()}};
  std::vector<double> regrets;
  fmt::print("SIMD level {}, {} threads\n", nameOf(simdLevel()), threads);
  for (const Workload& work : kWorkloads) {
    const std::string name = nameOf(work);
    if (name.find(only) == std::string::npos) continue;
    const Outcome outcome = Comparison(photographs, work, threads).run();
    regrets.push_back(outcome.regret);
    fmt::print("{}: regret {:.2f} (best: {})\n  chosen: {}\n ", name, outcome.regret, outcome.best,
               outcome.strategy);
    for (const auto& [contender, milliseconds] : outcome.milliseconds) {
      fmt::print(" {} {:.2f} ms;", contender, milliseconds);
    }
    fmt::print("\n");
    all["workloads"].push_back({{"name", name},
                                {"strategy", outcome.strategy},
                                {"regret", outcome.regret},
                                {"best", outcome.best},
                                {"milliseconds", outcome.milliseconds}});
  }
  const double worst = *std::max_element(regrets.begin(), regrets.end());
  const double middle = median(regrets);
  fmt::print("regret: median {:.2f} (bar 1.3), worst {:.2f} (bar 2)\n", middle, worst);
  all["median"] = middle;
  all["worst"] = worst;
  if (words.contains("--json")) std::ofstream(words.at("--json")) << all.dump(1) << '\n';
  return middle <= 1.3 && worst <= 2 ? 0 : 1;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  const auto options =
      espy::bench::optionsOf(count, words, {"--pictures", "--threads", "--only", "--json"});
  if (!options.contains("--pictures")) {
    fmt::print(stderr, "choice_bench: --pictures FOLDER is missing\n");
    return 2;
  }
  return espy::bench::compare(options);
}
