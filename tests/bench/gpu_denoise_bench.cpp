// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <random>
#include <stdexcept>
#include <string>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "cuda/denoise/engines.h"

namespace espy::bench {
namespace {

/// Squares with noise, within about 0..1.
std::vector<float> squaresWithNoise(GridSize size, std::size_t channels) {
  std::mt19937 dice(1);
  std::normal_distribution<float> noise(0, 0.08F);
  std::vector<float> samples(static_cast<std::size_t>(size.voxels()) * channels);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i) % size.voxels();
    const std::int64_t x = at % size.width;
    const std::int64_t y = at / size.width % size.height;
    const bool high = (x / 40 + y / 30 + at / (size.width * size.height * 20)) % 2 == 0;
    samples[i] = (high ? 0.7F : 0.3F) + noise(dice);
  }
  return samples;
}

class DenoiseBench {
 public:
  explicit DenoiseBench(Report& report) : report_(report) {}
  ~DenoiseBench() {
    cuda::setDenoiseSteps(0);
    cuda::setDenoisePersistent(true);
  }
  DenoiseBench(const DenoiseBench&) = delete;
  DenoiseBench& operator=(const DenoiseBench&) = delete;

  /// A fixed number of iterations, checks of the gap included; 1e9 pixel-iterations a second.
  void rates(GridSize size, std::size_t channels, DenoiseModel model, std::int64_t iterations,
             std::vector<int> stepsOfLaunches, double atLeast, double atMostMs) {
    DenoiseProblem problem = draw(size, channels, model);
    problem.gap = -1;
    problem.iterations = iterations;
    std::vector<Timing> timings;
    double best = 0;
    for (const int steps : stepsOfLaunches) {
      cuda::setDenoiseSteps(steps);
      timings.push_back(iterate(fmt::format("{} iterations a launch", steps), problem, 7));
      const double milliseconds = timings.back().milliseconds;
      best = best == 0 ? milliseconds : std::min(best, milliseconds);
    }
    cuda::setDenoiseSteps(0);
    const double rate = static_cast<double>(size.voxels() * iterations) / best / 1e6;
    std::vector<Bar> bars;
    if (atLeast > 0) {
      bars.push_back({fmt::format("at least {} G pixel-iterations a second: {:.0f}", atLeast, rate),
                      rate >= atLeast});
    }
    if (atMostMs > 0) {
      bars.push_back({fmt::format("at most {} ms: {:.2f}", atMostMs, best), best <= atMostMs});
    }
    report_.add(titleOf(problem), fmt::format("{:.0f} G voxel-iterations a second", rate), timings,
                bars);
  }

  /// Until the gap: by one launch, and by many; whole runs besides.
  void untilGap(GridSize size, std::size_t channels, DenoiseModel model, double atMostMs) {
    DenoiseProblem problem = draw(size, channels, model);
    problem.gap = 1e-4;
    RunReport report;
    const DenoiseSolution solution = cuda::denoiseOnGpu(problem, {}, report);
    std::vector<Timing> timings{iterate("iterations, one launch", problem, 31)};
    timings.push_back(
        onWallClock("whole runs, one launch", [&] { cuda::denoiseOnGpu(problem, {}, report); }));
    cuda::setDenoisePersistent(false);
    timings.push_back(iterate("iterations, many launches", problem, 31));
    cuda::setDenoisePersistent(true);
    std::vector<Bar> bars;
    const double own = timings.front().milliseconds;
    if (atMostMs > 0) {
      bars.push_back({fmt::format("at most {} ms: {:.3f}", atMostMs, own), own <= atMostMs});
    }
    report_.add(titleOf(problem),
                fmt::format("gap {:.2g} after {} iterations", solution.gap, solution.iterations),
                timings, bars);
  }

 private:
  DenoiseProblem draw(GridSize size, std::size_t channels, DenoiseModel model) {
    samples_ = squaresWithNoise(size, channels);
    DenoiseProblem problem;
    for (std::size_t c = 0; c < channels; ++c) {
      problem.planes.push_back(samples_.data() + static_cast<std::int64_t>(c) * size.voxels());
    }
    if (channels == 6) problem.weights = {1, 2, 1, 2, 2, 1};
    problem.model = model;
    problem.size = size;
    problem.strength = model == DenoiseModel::rof ? 0.1 : 0.8;
    return problem;
  }
  static std::string titleOf(const DenoiseProblem& problem) {
    return fmt::format("denoise, {}, {} x {} x {}, {} channels",
                       problem.model == DenoiseModel::rof ? "rof" : "tvl1", problem.size.width,
                       problem.size.height, problem.size.depth, problem.channels());
  }
  static Timing iterate(const std::string& name, const DenoiseProblem& problem, int runs) {
    return timed(
        name,
        [&] {
          RunReport report;
          cuda::denoiseOnGpu(problem, {}, report);
          return stageOf(report.timeline, "iterate");
        },
        runs);
  }

  Report& report_;
  std::vector<float> samples_;
};

}  // namespace

void benchDenoise(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("denoise")) return;
  DenoiseBench bench(report);
  bench.rates({8192, 8192}, 1, DenoiseModel::rof, 96, {2, 4, 6, 8}, 350, 0);
  bench.rates({8192, 8192}, 1, DenoiseModel::tvl1, 96, {4, 8}, 0, 0);
  bench.rates({4096, 4096}, 3, DenoiseModel::rof, 96, {2, 4, 6, 8}, 0, 0);
  bench.rates({128, 128, 128}, 6, DenoiseModel::rof, 100, {0}, 0, 15);
  bench.rates({256, 256, 256}, 1, DenoiseModel::rof, 100, {0}, 0, 0);
  bench.untilGap({512, 512}, 1, DenoiseModel::rof, 0.4);
  bench.untilGap({512, 512}, 3, DenoiseModel::rof, 0);
  bench.untilGap({512, 512}, 1, DenoiseModel::tvl1, 0);
  bench.untilGap({1024, 1024}, 1, DenoiseModel::rof, 0);
}

}  // namespace espy::bench
