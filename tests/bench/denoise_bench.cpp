// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Total variation: time of an iteration, and to a gap, on one thread and on all.
//
//     [ESPY_SIMD=LEVEL] denoise_bench [--json FILE] [--side N]
//
// Or of samples in a file, for denoise_peers.py, which measures other programs beside it: prints
// one JSON object. FILE has WIDTH x HEIGHT 32-bit floats in 0..1.
//
//     denoise_bench --samples FILE --width W --height H [--model rof|tvl1] [--strength S] [--gap G]
//                   [--threads N] [--rounds N]
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "bench/options.h"
#include "bench/report.h"
#include "espy/engine/all.h"

namespace espy::bench {
namespace {

/// Areas, ramps and edges with Gaussian noise.
std::vector<float> noisyPicture(std::int64_t side, int channels) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 0.1);
  std::vector<float> samples;
  for (int c = 0; c < channels; ++c) {
    for (std::int64_t i = 0; i < side * side; ++i) {
      const auto x = static_cast<double>(i % side);
      const auto y = static_cast<double>(i / side);
      const bool bright = std::sin(x / 40 + c) + std::sin(y / 60) + std::sin((x + y) / 97) > 0;
      const double value = (bright ? 0.65 : 0.25) + 0.1 * std::sin(x / 300);
      samples.push_back(static_cast<float>(value + normal(random)));
    }
  }
  return samples;
}

DenoiseProblem problemOf(const std::vector<float>& samples, GridSize size, int channels) {
  DenoiseProblem problem;
  problem.size = size;
  for (int c = 0; c < channels; ++c) {
    problem.planes.push_back(samples.data() + c * size.voxels());
  }
  return problem;
}

DenoiseSolution solved(const DenoiseProblem& problem, int threads) {
  Control control;
  control.threads = threads;
  RunReport unheard;
  return allEngines().get<DenoiseSamples>("threads")(problem, control, unheard);
}

void compareThreads(Report& report, std::int64_t side, DenoiseModel model, int channels) {
  const std::vector<float> samples = noisyPicture(side, channels);
  DenoiseProblem problem = problemOf(samples, {side, side}, channels);
  problem.model = model;
  problem.strength = strengthForNoise(model, 0.1);
  const DenoiseSolution solution = solved(problem, 1);
  const int all = hardwareThreads();
  const std::vector<Timing> timings =
      race({{"one thread", [&] { solved(problem, 1); }, 5},
            {fmt::format("{} threads", all), [&] { solved(problem, all); }, 5}});
  const bool isRof = model == DenoiseModel::rof;
  std::string note;
  for (const Timing& timing : timings) {
    note += fmt::format("{}: {:.2f} ms an iteration. ", timing.name,
                        timing.milliseconds / static_cast<double>(solution.iterations));
  }
  report.add(fmt::format("{}, {} x {} samples, {} channels, strength {}, to a gap of 1e-4: {} "
                         "iterations",
                         isRof ? "rof" : "tvl1", side, side, channels, problem.strength,
                         solution.iterations),
             note, timings, {});
}

std::vector<float> samplesFrom(const std::string& path, std::size_t count) {
  std::vector<float> samples(count);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(samples.data()),
            static_cast<std::streamsize>(count * sizeof(float)));
  if (!file) {
    fmt::print(stderr, "denoise_bench: {}: cannot be read, or is too short\n", path);
    std::exit(2);
  }
  return samples;
}

void measureFile(const std::map<std::string, std::string>& options) {
  const auto number = [&](const char* name, const char* otherwise) {
    return std::stod(valueOf(options, name, otherwise));
  };
  const GridSize size{static_cast<std::int64_t>(number("--width", "0")),
                      static_cast<std::int64_t>(number("--height", "0"))};
  const std::vector<float> samples =
      samplesFrom(valueOf(options, "--samples"), static_cast<std::size_t>(size.voxels()));
  DenoiseProblem problem = problemOf(samples, size, 1);
  if (valueOf(options, "--model") == "tvl1") problem.model = DenoiseModel::tvl1;
  problem.strength = number("--strength", "0.08");
  problem.gap = number("--gap", "1e-4");
  const auto threads = static_cast<int>(number("--threads", "1"));
  DenoiseSolution solution = solved(problem, threads);
  std::vector<double> times;
  std::vector<double> processor;  // of all threads; other programs disturb it less
  for (int i = 0; i < static_cast<int>(number("--rounds", "5")); ++i) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t clocks = std::clock();
    solution = solved(problem, threads);
    processor.push_back(1000.0 * static_cast<double>(std::clock() - clocks) / CLOCKS_PER_SEC);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
  }
  const Timing timing = summary("", times);
  fmt::print(R"({{"ms":{},"deviation_ms":{},"cpu_ms":{},"iterations":{},"gap":{},"objective":{}}})"
             "\n",
             timing.milliseconds, timing.deviation, median(processor), solution.iterations,
             solution.gap, objectivePerVoxel(problem, solution.samples));
}

int run(int count, char** words) {
  const auto options = optionsOf(count, words,
                                 {"--json", "--side", "--samples", "--width", "--height", "--model",
                                  "--strength", "--gap", "--threads", "--rounds"});
  if (options.contains("--samples")) {
    measureFile(options);
    return 0;
  }
  const std::int64_t side = std::stoll(valueOf(options, "--side", "2048"));
  Report report("denoise");
  compareThreads(report, side, DenoiseModel::rof, 1);
  compareThreads(report, side, DenoiseModel::rof, 3);
  compareThreads(report, side, DenoiseModel::tvl1, 1);
  if (const std::string json = valueOf(options, "--json"); !json.empty()) report.write(json);
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  return espy::bench::run(count, words);
}
