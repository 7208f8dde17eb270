// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Denoising on the GPU: its answers are within the gap of the definition's.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <stop_token>
#include <thread>

#include "cuda/denoise/engines.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "gpu/on_gpu.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

/// A problem with its samples: steps and ramps with noise, within 0..1.
struct DrawnProblem {
  DenoiseProblem problem;
  std::vector<std::vector<float>> planes;

  DrawnProblem(GridSize size, std::size_t channels, DenoiseModel model, unsigned seed) {
    std::mt19937 dice(seed);
    std::normal_distribution<float> noise(0, 0.1F);
    for (std::size_t c = 0; c < channels; ++c) {
      std::vector<float> plane;
      for (std::int64_t z = 0; z < size.depth; ++z) {
        for (std::int64_t y = 0; y < size.height; ++y) {
          for (std::int64_t x = 0; x < size.width; ++x) {
            const bool high = (x / 9 + y / 7 + z / 5 + static_cast<std::int64_t>(c)) % 2 == 0;
            const float ramp = static_cast<float>(x) / static_cast<float>(4 * size.width);
            plane.push_back((high ? 0.6F : 0.2F) + ramp + noise(dice));
          }
        }
      }
      planes.push_back(std::move(plane));
    }
    for (const auto& plane : planes) problem.planes.push_back(plane.data());
    problem.model = model;
    problem.size = size;
    problem.strength = model == DenoiseModel::rof ? 0.1 : 0.8;
    problem.gap = 1e-3;
  }
  DrawnProblem(const DrawnProblem&) = delete;
  DrawnProblem& operator=(const DrawnProblem&) = delete;
};

constexpr DenoiseModel kModels[] = {DenoiseModel::rof, DenoiseModel::tvl1};

class GpuDenoise : public OnGpu {
 protected:
  void TearDown() override {
    cuda::setDenoiseSteps(0);
    cuda::setDenoisePersistent(true);
    OnGpu::TearDown();
  }

  static DenoiseSolution onGpu(const DenoiseProblem& problem, const Control& control = {}) {
    RunReport report;
    return cuda::denoiseOnGpu(problem, control, report);
  }
  DenoiseSolution byDefinition(const DenoiseProblem& problem) const {
    RunReport report;
    return registry_.get<DenoiseSamples>("reference")(problem, {}, report);
  }

  /// The GPU's answer is within the gap of the definition's, and its gap is that of its variables.
  void isWithinTheGap(DenoiseProblem problem, const std::string& what) const {
    SCOPED_TRACE(what);
    const DenoiseSolution expected = byDefinition(problem);
    problem.wantDual = true;
    const DenoiseSolution found = onGpu(problem);
    ASSERT_EQ(found.samples.size(), expected.samples.size());
    ASSERT_LE(found.gap, problem.gap);
    ASSERT_GE(found.gap, -1e-6);
    constexpr double kRounding = 2e-6;
    const double own = objectivePerVoxel(problem, found.samples);
    const double wanted = objectivePerVoxel(problem, expected.samples);
    EXPECT_LE(own, wanted + problem.gap + kRounding);
    if (!problem.floor) {
      EXPECT_GE(own, wanted - problem.gap - kRounding);
    }
    DenoiseProblem again = problem;
    again.start = &found;
    again.iterations = 0;
    EXPECT_NEAR(byDefinition(again).gap, found.gap, 0.01 * found.gap + kRounding);
  }

  const Registry registry_ = makeRegistry();
};

std::string nameOf(const DenoiseProblem& problem) {
  const GridSize& size = problem.size;
  return std::to_string(size.width) + " x " + std::to_string(size.height) + " x " +
         std::to_string(size.depth) + ", " + std::to_string(problem.channels()) + " channels, " +
         (problem.model == DenoiseModel::rof ? "rof" : "tvl1");
}

TEST_F(GpuDenoise, PicturesAreWithinTheGap) {
  const GridSize sizes[] = {{1, 1},   {1, 40},  {37, 1},   {2, 2},   {5, 3},
                            {64, 64}, {65, 57}, {131, 70}, {3, 200}, {201, 90}};
  for (const DenoiseModel model : kModels) {
    for (const GridSize& size : sizes) {
      for (const std::size_t channels : {1, 3}) {
        const DrawnProblem drawn(size, channels, model, 1);
        isWithinTheGap(drawn.problem, nameOf(drawn.problem));
        cuda::setDenoisePersistent(false);
        isWithinTheGap(drawn.problem, nameOf(drawn.problem) + ", a launch for each step");
        cuda::setDenoisePersistent(true);
      }
    }
  }
}

TEST_F(GpuDenoise, AnyChannelsWeightsAndSpacingAreWithinTheGap) {
  for (const DenoiseModel model : kModels) {
    for (const std::size_t channels : {1, 2, 3, 5, 6, 16}) {
      DrawnProblem drawn({43, 21}, channels, model, 2);
      drawn.problem.spacing = {1, 2.5, 1};
      for (std::size_t c = 0; c < channels; ++c) {
        drawn.problem.weights.push_back(0.5 + 0.25 * static_cast<double>(c));
      }
      isWithinTheGap(drawn.problem, nameOf(drawn.problem));
    }
  }
}

TEST_F(GpuDenoise, VolumesAreWithinTheGap) {
  const GridSize sizes[] = {{1, 1, 9}, {1, 6, 4}, {5, 1, 4}, {7, 5, 2}, {33, 9, 3}, {35, 18, 11}};
  for (const DenoiseModel model : kModels) {
    for (const GridSize& size : sizes) {
      for (const std::size_t channels : {1, 3, 4}) {
        DrawnProblem drawn(size, channels, model, 3);
        drawn.problem.spacing = {1, 1, 1.5};
        isWithinTheGap(drawn.problem, nameOf(drawn.problem));
      }
    }
  }
}

TEST_F(GpuDenoise, TensorsAreWithinTheGap) {
  for (const GridSize size : {GridSize{20, 13, 6}, GridSize{30, 17, 1}}) {
    for (const DenoiseModel model : kModels) {
      DrawnProblem drawn(size, 6, model, 4);
      drawn.problem.weights = {1, 2, 1, 2, 2, 1};
      isWithinTheGap(drawn.problem, nameOf(drawn.problem));
      if (model == DenoiseModel::tvl1) continue;
      drawn.problem.floor = 0.05;  // about half of the tensors have an eigenvalue below
      isWithinTheGap(drawn.problem, nameOf(drawn.problem) + ", with a floor");
    }
  }
}

TEST_F(GpuDenoise, SmallGapsAreReached) {
  for (const DenoiseModel model : kModels) {
    DrawnProblem drawn({90, 70}, 1, model, 5);
    drawn.problem.gap = 1e-5;
    drawn.problem.iterations = 100'000;
    isWithinTheGap(drawn.problem, nameOf(drawn.problem));
  }
}

TEST_F(GpuDenoise, TheSameBytesTwiceWhateverTheStepsOfALaunch) {
  for (const DenoiseModel model : kModels) {
    for (const std::size_t channels : {1, 3, 6}) {
      for (const std::int64_t depth : {1, 5}) {
        DrawnProblem drawn({190, 131, depth}, channels, model, 6);
        const DenoiseSolution first = onGpu(drawn.problem);
        const DenoiseSolution second = onGpu(drawn.problem);
        EXPECT_EQ(first.samples, second.samples) << nameOf(drawn.problem);
        EXPECT_EQ(first.iterations, second.iterations);
        EXPECT_EQ(first.gap, second.gap);
        cuda::setDenoisePersistent(false);
        const DenoiseSolution launched = onGpu(drawn.problem);
        for (const int steps : {1, 3, 8}) {
          cuda::setDenoiseSteps(steps);
          EXPECT_EQ(launched.samples, onGpu(drawn.problem).samples)
              << nameOf(drawn.problem) << ", " << steps << " steps a launch";
        }
        cuda::setDenoiseSteps(0);
        cuda::setDenoisePersistent(true);
      }
    }
  }
}

TEST_F(GpuDenoise, IterationsAreLimited) {
  for (const bool persistent : {true, false}) {
    cuda::setDenoisePersistent(persistent);
    for (const std::int64_t iterations : {1, 7, 8, 21}) {
      DrawnProblem drawn({150, 80}, 1, DenoiseModel::rof, 7);
      drawn.problem.gap = -1;  // never
      drawn.problem.iterations = iterations;
      const DenoiseSolution found = onGpu(drawn.problem);
      EXPECT_EQ(found.iterations, iterations);
      EXPECT_GT(found.gap, 0);
    }
  }
}

TEST_F(GpuDenoise, FlatPicturesNeedNoIteration) {
  DrawnProblem drawn({80, 60}, 1, DenoiseModel::rof, 8);
  std::fill(drawn.planes[0].begin(), drawn.planes[0].end(), 0.5F);
  const DenoiseSolution found = onGpu(drawn.problem);
  EXPECT_EQ(found.iterations, 0);
  EXPECT_EQ(found.samples, drawn.planes[0]);
}

TEST_F(GpuDenoise, AnEarlierSolutionSavesIterations) {
  for (const DenoiseModel model : kModels) {
    DrawnProblem drawn({120, 75}, 3, model, 9);
    drawn.problem.wantDual = true;
    const DenoiseSolution first = onGpu(drawn.problem);
    EXPECT_GT(first.iterations, 0);
    drawn.problem.start = &first;
    EXPECT_EQ(onGpu(drawn.problem).iterations, 0);
  }
}

TEST_F(GpuDenoise, AStopIsHeeded) {
  using Clock = std::chrono::steady_clock;
  for (const GridSize size : {GridSize{2048, 2048}, GridSize{300, 300}, GridSize{128, 128, 64}}) {
    DrawnProblem drawn(size, 1, DenoiseModel::tvl1, 10);
    drawn.problem.gap = -1;  // never
    drawn.problem.iterations = 1'000'000'000;
    std::stop_source stop;
    Clock::time_point stopped;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
      stopped = Clock::now();
      stop.request_stop();
    });
    EXPECT_EQ(codeOf([&] {
                onGpu(drawn.problem, {0, stop.get_token(), {}});
              }),
              ErrorCode::cancelled);
    stopper.join();
    EXPECT_LT(Clock::now() - stopped, std::chrono::milliseconds(200)) << nameOf(drawn.problem);
  }
}

TEST_F(GpuDenoise, TooLittleMemoryAndFaultsAreErrorsOfTheDevice) {
  const auto fails = [](const DenoiseProblem& problem) {
    EXPECT_EQ(codeOf([&] { onGpu(problem); }), ErrorCode::device);
  };
  const DrawnProblem drawn({800, 600}, 1, DenoiseModel::rof, 11);
  cuda::limitDeviceBlocks(1 << 18);
  fails(drawn.problem);
  cuda::limitDeviceBlocks(0);
  cuda::planFault(cuda::Call::launch, 4, cudaErrorLaunchFailure);
  fails(drawn.problem);
  cuda::makeDeviceUsable();
  EXPECT_LE(onGpu(drawn.problem).gap, drawn.problem.gap);
}

TEST_F(GpuDenoise, TheEngineDenoisesPictures) {
  const Registry registry = makeRegistry();
  Image picture({130, 90}, {3, Depth::u8});
  std::mt19937 dice(12);
  const MutableImageView view = picture.pixels();
  for (std::int64_t y = 0; y < 90; ++y) {
    for (std::int64_t x = 0; x < 130; ++x) {
      for (int c = 0; c < 3; ++c) {
        const int value = (x < 60 ? 60 : 180) + static_cast<int>(dice() % 41) - 20;
        view.pixel(x, y)[c] = static_cast<std::uint8_t>(value);
      }
    }
  }
  DenoiseOptions options;
  options.strength = 0.2;
  options.engine = "cuda";
  const Denoised found = denoise(registry, picture.view(), options);
  EXPECT_EQ(found.report.engine, "cuda");
  options.engine = "reference";
  const Denoised expected = denoise(registry, picture.view(), options);
  double difference = 0;
  for (std::int64_t y = 0; y < 90; ++y) {
    for (std::int64_t x = 0; x < 130; ++x) {
      difference +=
          std::abs(found.image.view().pixel(x, y)[0] - expected.image.view().pixel(x, y)[0]);
    }
  }
  EXPECT_LE(difference / (130 * 90), 1.0);
}

}  // namespace
}  // namespace espy::test
