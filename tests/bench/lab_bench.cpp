// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The strategies of the lab's signal-sad on the CPU: milliseconds, differences per second, and the
// fraction of the CPU's peak.
//
//     lab_bench [THREADS [SAMPLES [QUERIES [LENGTH [RUNS]]]]]
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>

#include "base/parallel.h"
#include "bench/stopwatch.h"
#include "espy/engine/machine.h"
#include "espy/engine/simd.h"
#include "lab/rates.h"
#include "lab/signal_strategies.h"
#include "signal/fast.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

struct Sizes {
  std::int64_t samples = 100'000;
  std::int64_t queries = 10;
  std::int64_t length = 1'000;
  int runs = 11;
};

void draw(test::Random& random, std::vector<std::int32_t>& values) {
  for (auto& value : values) value = static_cast<std::int32_t>(random.below(100));
}
void draw(test::Random& random, std::vector<float>& values) {
  for (auto& value : values) value = static_cast<float>(random.below(1 << 24)) / (1 << 24);
}

template <class Value>
SignalMatches<Value> searchWith(const SignalTask<Value>& task, const Control& control,
                                std::optional<bool> narrow = {}) {
  RunReport report;
  return signal::searchFast(task, narrow, control, report);
}
template <class Value>
SignalMatches<Value> searchPrivately(const SignalTask<Value>& task, const Control& control,
                                     Timeline& timeline) {
  return lab::searchPrivately(task, {}, control, timeline);
}

template <class Value>
SignalMatches<Value> searchWithLock(const SignalTask<Value>& task, const Control& control,
                                    Timeline& timeline) {
  return lab::searchWithLock(task, {}, control, timeline);
}

template <class Value>
SignalMatches<Value> searchBest(const SignalTask<Value>& task, const Control& control,
                                Timeline& /*unheard*/) {
  return searchWith(task, control);
}

template <class Value>
void bench(const char* title, const Sizes& sizes, const Control& control, double rate) {
  test::Random random(1);
  std::vector<Value> data(static_cast<std::size_t>(sizes.samples));
  std::vector<Value> queries(static_cast<std::size_t>(sizes.queries * sizes.length));
  draw(random, data);
  draw(random, queries);
  const SignalTask<Value> task{data, queries, sizes.length};
  // Copies of windows in the middle of the data.
  std::vector<Value> planted;
  for (std::int64_t q = 0; q < sizes.queries; ++q) {
    const auto from = data.begin() + task.places() / 2 + q;
    planted.insert(planted.end(), from, from + sizes.length);
  }
  const SignalTask<Value> plantedTask{data, planted, sizes.length};

  Timeline unheard;
  const SignalMatches<Value> wanted = searchBest(task, control, unheard);
  const double operations =
      static_cast<double>(task.places()) * static_cast<double>(queries.size());
  const auto check = [&](const SignalMatches<Value>& places) {
    if (places == wanted) return;
    fmt::print("other places are found\n");
    std::exit(1);
  };
  using Strategy = SignalMatches<Value> (*)(const SignalTask<Value>&, const Control&, Timeline&);
  const auto run = [&](Strategy strategy) {
    return [&, strategy] { check(strategy(task, control, unheard)); };
  };
  std::vector<Contestant> contestants{
      {"sequential", run(lab::searchSequentially<Value>), sizes.runs},
      {"openmp-query", run(lab::searchByQuery<Value>), sizes.runs},
      {"openmp-query-running", run(lab::searchByQueryRunning<Value>), sizes.runs},
      {"openmp-privatisation-static", run(searchPrivately<Value>), sizes.runs},
      {"openmp-lock-static", run(searchWithLock<Value>), sizes.runs},
      {"best", run(searchBest<Value>), sizes.runs, true, true},
      {"best, planted queries", [&] { searchBest(plantedTask, control, unheard); }, sizes.runs,
       true, true}};
  for (const SimdLevel level : simdLevels()) {
    for (const bool narrow : {true, false}) {
      contestants.push_back(
          {fmt::format("best, {}, {}", narrow ? "narrowed" : "direct", nameOf(level)),
           [&, level, narrow] {
             limitSimd(level);
             check(searchWith(task, control, narrow));
             limitSimd({});
           },
           sizes.runs, true, true});
    }
  }
  fmt::print("{}: {} samples, {} queries of {}, {} threads; at best {:.1f} G/s\n", title,
             sizes.samples, sizes.queries, sizes.length, control.threads, rate / 1e9);
  // Report the minimum: on a shared machine it is more robust than the median.
  std::map<std::string, double> least;
  for (Contestant& contestant : contestants) {
    contestant.run = [&of = least[contestant.name], run = contestant.run] {
      const auto start = std::chrono::steady_clock::now();
      run();
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      of = of == 0 ? took.count() : std::min(of, took.count());
    };
  }
  for (const Timing& timing : race(contestants)) {
    const double done = operations / timing.milliseconds * 1e3;
    fmt::print(
        "  {:26} {:9.3f} ms +- {:6.3f} {:9.1f} G/s {:5.1f} %; at least {:8.3f} ms {:5.1f} %\n",
        timing.name, timing.milliseconds, timing.deviation, done / 1e9, 100 * done / rate,
        least[timing.name], 100 * operations / least[timing.name] * 1e3 / rate);
  }
}

int main(int count, char** words) {
  const auto word = [&](int i, std::int64_t otherwise) {
    return i < count ? std::atoll(words[i]) : otherwise;
  };
  Control control;
  control.threads = static_cast<int>(word(1, hardwareThreads()));
  Sizes sizes;
  sizes.samples = word(2, sizes.samples);
  sizes.queries = word(3, sizes.queries);
  sizes.length = word(4, sizes.length);
  sizes.runs = static_cast<int>(word(5, sizes.runs));
  bench<std::int32_t>("whole numbers", sizes, control,
                      lab::peakRate(lab::Rate::byteDifferences, control.threads));
  bench<float>("floats", sizes, control,
               lab::peakRate(lab::Rate::floatDifferences, control.threads));
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::main(count, words);
}
