// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Adversarial searches against fixed limits: at most 30 times a plain loop's share and 10 s per
// megapixel (poses: 1.1 times the complete search), at most 64 bytes per pixel beyond input and
// result, cancellation within 200 ms. Each search runs in a process of its own.
//
//     worst_bench [--cases N] [--first N] [--known yes|no] [--poses yes] [--only TEXT]
//     [--limit SECONDS] [--all yes] [--json FILE]
//
// --only: cases whose names contain this text. The plain loop reads every sample of every window on
// one thread (exact: until the first difference) and is timed at random positions; its share is
// that time divided by the number of threads. Searches below 20 ms and memory below 32 MB always
// pass.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/parallel.h"
#include "bench/options.h"
#include "bench/worst_cases.h"
#include "espy/error.h"
#include "support/find_with.h"
#include "support/peak_memory.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr double kMostShares = 30;
constexpr double kMostOfComplete = 1.1;
constexpr double kMostSecondsPerMegapixel = 10;
constexpr double kMostBytesPerPixel = 64;
constexpr double kMostCancelSeconds = 0.2;
constexpr double kAnySeconds = 0.02;
constexpr double kAnyBytes = 32 << 20;

/// Sent by the child to its parent.
struct Outcome {
  double seconds = -1;
  double plainSeconds = 0;  ///< on one thread
  double bytes = 0;         ///< beyond input and result
  double cancelSeconds = -1;
  std::uint64_t matches = 0;
  double completeSeconds = -1;  ///< time of the complete search, if poses are searched
};

// Measurement.

using test::statusBytes;

Finding searchOnce(const WorstCase& one, const Registry& registry, const WorstPictures& pictures,
                   const Control& control, std::uint64_t* between = nullptr) {
  FindOptions options = one.search;
  options.distances = one.distances;
  options.wantBest = one.nearest;
  const char* engine = one.oneThread ? "sequential" : "threads";
  Finding finding = search(registry, engine, pictures.scene, pictures.needles, options, control);
  if (one.nearest && finding.matches.empty() && finding.best) {
    finding.matches.push_back(*finding.best);
  }
  if (one.subPixel) {
    const auto all = refined(pictures.scene, pictures.needles, finding.matches,
                             scoreOptionsOf(one.search), control);
    if (between != nullptr) *between = all.size();
  }
  return finding;
}

/// Naive loop over planar samples.
struct PlainLoop {
  PlainLoop(const WorstCase& worst, const WorstPictures& pictures) : one(worst) {
    const auto planes = [&](const ImageView& picture) {
      std::vector<std::uint16_t> samples;
      for (int c = 0; c < one.format.channels; ++c) {
        for (std::int64_t y = 0; y < picture.height(); ++y) {
          for (std::int64_t x = 0; x < picture.width(); ++x) {
            samples.push_back(static_cast<std::uint16_t>(sampleAt(picture, x, y, c)));
          }
        }
      }
      return samples;
    };
    scene = planes(pictures.scene);
    for (std::size_t n = 0; n < pictures.needles.size(); ++n) {
      needles.push_back(planes(pictures.pictures[n]));
      std::vector<std::uint8_t> weights;
      const Size size = one.needles[n];
      for (std::int64_t i = 0; i < size.pixels(); ++i) {
        const auto value = static_cast<std::uint8_t>(
            sampleAt(pictures.masks[n], i % size.width, i / size.width, 0));
        weights.push_back(one.holes == Holes::weights ? value : value != 0 ? 1 : 0);
      }
      masks.push_back(std::move(weights));
    }
  }

  std::uint64_t at(std::size_t n, std::int64_t x, std::int64_t y) const {
    const Size size = one.needles[n];
    std::uint64_t result = 0;
    for (int c = 0; c < one.format.channels; ++c) {
      for (std::int64_t dy = 0; dy < size.height; ++dy) {
        const std::uint16_t* window =
            scene.data() + (c * one.scene.height + y + dy) * one.scene.width + x;
        const std::uint16_t* wanted = needles[n].data() + (c * size.height + dy) * size.width;
        const std::uint8_t* weights = masks[n].data() + dy * size.width;
        if (one.search.scored()) {
          result += scored(window, wanted, weights, size.width);
        } else if (!matches(window, wanted, weights, size.width)) {
          return result;
        }
      }
    }
    return result + 1;
  }

  bool matches(const std::uint16_t* window, const std::uint16_t* wanted,
               const std::uint8_t* weights, std::int64_t count) const {
    for (std::int64_t i = 0; i < count; ++i) {
      if (weights[i] != 0 && std::abs(window[i] - wanted[i]) > one.search.tolerance) {
        return false;
      }
    }
    return true;
  }

  std::uint64_t scored(const std::uint16_t* window, const std::uint16_t* wanted,
                       const std::uint8_t* weights, std::int64_t count) const {
    std::uint64_t sum = 0;
    std::uint64_t squares = 0;
    std::uint64_t products = 0;
    switch (one.search.method) {
      case Method::exact:
      case Method::outline:
        break;
      case Method::sad:
        for (std::int64_t i = 0; i < count; ++i) {
          sum += static_cast<std::uint64_t>(std::abs(window[i] - wanted[i])) * weights[i];
        }
        break;
      case Method::ssd:
        for (std::int64_t i = 0; i < count; ++i) {
          const std::int64_t off = window[i] - wanted[i];
          sum += static_cast<std::uint64_t>(off * off) * weights[i];
        }
        break;
      case Method::zncc:
        for (std::int64_t i = 0; i < count; ++i) {
          const std::uint64_t value = weights[i] != 0 ? window[i] : 0;
          sum += value;
          squares += value * value;
          products += value * wanted[i];
        }
        break;
    }
    return sum + squares + products;
  }

  /// Extrapolated time of all positions of all needles.
  double seconds() const {
    test::Random random(7);
    double total = 0;
    std::uint64_t kept = 0;
    // A sample of the needles represents all.
    const std::size_t timed = std::min<std::size_t>(8, needles.size());
    for (std::size_t i = 0; i < timed; ++i) {
      const std::size_t n = i * needles.size() / timed;
      const std::int64_t across = one.scene.width - one.needles[n].width + 1;
      const std::int64_t down = one.scene.height - one.needles[n].height + 1;
      const auto start = Clock::now();
      std::int64_t tried = 0;
      // Runs of adjacent positions at random places of the scene.
      do {
        const std::int64_t y = random.below(down);
        const std::int64_t x = random.below(across);
        for (std::int64_t j = 0; j < std::min<std::int64_t>(64, across - x); ++j, ++tried) {
          kept += at(n, x + j, y);
          if (j % 8 == 7 && secondsSince(start) > 0.2) break;
        }
      } while (secondsSince(start) < 0.05 && tried < across * down);
      total += secondsSince(start) / static_cast<double>(tried) * static_cast<double>(across) *
               static_cast<double>(down);
    }
    if (kept == ~std::uint64_t{0}) fmt::print(" ");  // keeps the loop from being optimised away
    return total * static_cast<double>(needles.size()) / static_cast<double>(timed);
  }

  const WorstCase& one;
  std::vector<std::uint16_t> scene;
  std::vector<std::vector<std::uint16_t>> needles;
  std::vector<std::vector<std::uint8_t>> masks;
};

/// Longest latency of a cancellation at several points of the search.
double cancelSeconds(const WorstCase& one, const Registry& registry, const WorstPictures& pictures,
                     double seconds) {
  double longest = 0;
  for (const double part : {0.03, 0.2, 0.5, 0.8, 0.95}) {
    std::stop_source stop;
    Clock::time_point requested = Clock::time_point::max();
    std::thread asking([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(part * seconds));
      requested = Clock::now();
      stop.request_stop();
    });
    Control control;
    control.stop = stop.get_token();
    Clock::time_point end;
    try {
      searchOnce(one, registry, pictures, control);
      end = Clock::now();
    } catch (const Error&) {
      end = Clock::now();
    }
    asking.join();
    if (end > requested) {
      longest = std::max(longest, std::chrono::duration<double>(end - requested).count());
    }
  }
  return longest;
}

// One case in a child process.

void measureInChild(const WorstCase& one, double limit, int to) {
  const Registry registry = makeRegistry();
  const WorstPictures pictures(one);
  Outcome outcome;
  const auto send = [&] { return write(to, &outcome, sizeof outcome) == sizeof outcome; };
  {
    const PlainLoop plain(one, pictures);
    outcome.plainSeconds = plain.seconds();
    if (one.search.pose.isAsked()) {
      outcome.plainSeconds *=
          static_cast<double>(poseGrid(pictures.needles.front(), one.search.pose).poses.size());
    }
  }
  send();
  {
    // Warm-up: creates threads and tables that every search needs.
    WorstCase small = one;
    small.scene = {32, 32};
    small.needles = {one.search.method == Method::outline ? Size{24, 24} : Size{4, 4}};
    small.foreign = true;
    searchOnce(small, registry, WorstPictures(small), {});
  }
  std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak resident size
  const double before = statusBytes("VmRSS:");
  const auto start = Clock::now();
  std::uint64_t between = 0;
  const Finding finding = searchOnce(one, registry, pictures, {}, &between);
  outcome.seconds = secondsSince(start);
  const auto answer =
      static_cast<double>(finding.matches.size() * sizeof(Match) + between * sizeof(SubPixel));
  outcome.bytes = std::max(0.0, statusBytes("VmHWM:") - before - answer);
  outcome.matches = finding.matches.size();
  send();
  if (one.search.pose.isAsked()) {
    WorstCase complete = one;
    complete.search.pose.search = PoseSearch::complete;
    const auto again = Clock::now();
    searchOnce(complete, registry, pictures, {});
    outcome.completeSeconds = secondsSince(again);
    send();
  }
  if (outcome.seconds > kMostCancelSeconds && outcome.seconds < limit / 4) {
    outcome.cancelSeconds = cancelSeconds(one, registry, pictures, outcome.seconds);
    send();
  }
}

Outcome measured(const WorstCase& one, double limit) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    alarm(static_cast<unsigned>(std::ceil(limit)));
    int status = 0;
    try {
      measureInChild(one, limit, ends[1]);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}: {}\n", one.name(), error.what());
      status = 1;
    }
    _exit(status);
  }
  close(ends[1]);
  Outcome last;
  Outcome next;
  while (read(ends[0], &next, sizeof next) == sizeof next) last = next;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  // Failed child: zncc is undefined for a constant needle.
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) last.plainSeconds = -1;
  return last;
}

// Evaluation.

struct Row {
  std::string name;
  double seconds;
  double shares;
  double secondsPerMegapixel;
  double bytesPerPixel;
  double cancel;
  bool done;
  std::string broken;
};

Row rowOf(const WorstCase& one, const Outcome& outcome, double limit) {
  const double pixels = static_cast<double>(one.pixels());
  const double threads = one.oneThread ? 1 : allThreads({});
  const double share = outcome.plainSeconds / threads;
  Row row{one.name(),
          outcome.seconds,
          0,
          0,
          outcome.bytes / pixels,
          outcome.cancelSeconds,
          outcome.seconds >= 0,
          {}};
  if (!row.done) row.seconds = limit;
  row.shares = row.seconds / share;
  row.secondsPerMegapixel = row.seconds / pixels * 1e6;
  const auto breaks = [&](const std::string& rule) {
    row.broken += (row.broken.empty() ? "" : ", ") + rule;
  };
  // Outlines have no plain loop.
  if (one.search.method == Method::outline) row.shares = 0;
  if (row.shares > kMostShares && row.seconds > kAnySeconds) breaks("30 shares");
  if (outcome.completeSeconds >= 0) {
    // The time of many poses is only limited relative to the complete search.
    if (row.seconds > kMostOfComplete * outcome.completeSeconds + kAnySeconds) {
      breaks("1.1 times complete");
    }
  } else if (row.secondsPerMegapixel * threads / 2 > kMostSecondsPerMegapixel) {
    // The limit is for two threads.
    breaks("10 s a megapixel");
  }
  if (row.bytesPerPixel > kMostBytesPerPixel && outcome.bytes > kAnyBytes) {
    breaks("64 bytes a pixel");
  }
  if (row.cancel > kMostCancelSeconds) breaks("cancelled within 200 ms");
  if (!row.done) breaks("not done within the limit");
  return row;
}

nlohmann::ordered_json asJson(const Row& row) {
  nlohmann::ordered_json json{{"case", row.name},
                              {"seconds", row.seconds},
                              {"plain_loop_shares", row.shares},
                              {"seconds_per_megapixel", row.secondsPerMegapixel},
                              {"bytes_per_pixel", row.bytesPerPixel}};
  if (row.cancel >= 0) json["cancelled_after_seconds"] = row.cancel;
  if (!row.broken.empty()) json["breaks"] = row.broken;
  return json;
}

void print(const Row& row) {
  fmt::print("{:8.3f} s {:8.2f} shares {:7.3f} s/MP {:6.1f} B/px {:>9}  {}{}\n", row.seconds,
             row.shares, row.secondsPerMegapixel, row.bytesPerPixel,
             row.cancel < 0 ? "" : fmt::format("{:.0f} ms", row.cancel * 1000), row.name,
             row.broken.empty() ? "" : "  BREAKS " + row.broken);
  std::fflush(stdout);
}

int run(const std::map<std::string, std::string>& options) {
  const auto option = [&](const std::string& name, const std::string& usual) {
    const auto found = options.find(name);
    return found == options.end() ? usual : found->second;
  };
  const double limit = std::stod(option("--limit", "30"));
  std::vector<WorstCase> cases;
  if (option("--known", "yes") == "yes") {
    cases = knownCases();
    const std::vector<WorstCase> poses = poseCases();
    cases.insert(cases.end(), poses.begin(), poses.end());
  }
  if (option("--poses", "no") == "yes") cases = poseCases();
  const std::uint64_t first = std::stoull(option("--first", "0"));
  const std::uint64_t count = std::stoull(option("--cases", "200"));
  for (std::uint64_t i = first; i < first + count; ++i) cases.push_back(anyWorstCase(i));

  const std::string only = option("--only", "");
  std::erase_if(cases,
                [&](const WorstCase& one) { return one.name().find(only) == std::string::npos; });

  std::vector<Row> rows;
  nlohmann::ordered_json json{{"benchmark", "worst"},
                              {"threads", std::thread::hardware_concurrency()},
                              {"cases", nlohmann::ordered_json::array()}};
  int broken = 0;
  for (const WorstCase& one : cases) {
    const Outcome outcome = measured(one, limit);
    if (outcome.plainSeconds < 0) continue;
    rows.push_back(rowOf(one, outcome, limit));
    json["cases"].push_back(asJson(rows.back()));
    broken += rows.back().broken.empty() ? 0 : 1;
    if (!rows.back().broken.empty() || option("--all", "no") == "yes") print(rows.back());
  }
  const auto most = [&](double Row::*figure) {
    return std::max_element(rows.begin(), rows.end(),
                            [&](const Row& a, const Row& b) { return a.*figure < b.*figure; });
  };
  fmt::print("\n{} searches, {} of which break a rule. The most of\n", rows.size(), broken);
  if (!rows.empty()) {
    fmt::print("s a megapixel:\n");
    print(*most(&Row::secondsPerMegapixel));
    fmt::print("bytes a pixel:\n");
    print(*most(&Row::bytesPerPixel));
    fmt::print("time to cancel:\n");
    print(*most(&Row::cancel));
  }
  if (const std::string path = option("--json", ""); !path.empty()) {
    std::ofstream(path) << json.dump(1) << '\n';
  }
  return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  const auto options = espy::bench::optionsOf(
      argc, argv,
      {"--limit", "--known", "--poses", "--first", "--cases", "--only", "--all", "--json"});
  return espy::bench::run(options);
}
