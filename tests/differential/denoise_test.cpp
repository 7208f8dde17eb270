// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Denoising: every engine against the minimum, which the reference finds with a smaller gap, on
// random problems; and the same bytes for every number of threads.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "denoise/tensor.h"
#include "espy/engine/all.h"
#include "support/denoise_cases.h"

namespace espy {
namespace {

using test::DenoiseCase;

const Registry& denoiseRegistry() {
  static const Registry registry = makeRegistry();
  return registry;
}

std::vector<std::string> fastEngines() {
  std::vector<std::string> able;
  for (const Engine& engine : denoiseRegistry().engines()) {
    const bool has = engine.available && denoiseRegistry().has<DenoiseSamples>(engine.name);
    if (engine.name != "reference" && has) able.push_back(engine.name);
  }
  return able;
}

DenoiseSolution solvedBy(const std::string& engine, const DenoiseProblem& problem,
                         int threads = 2) {
  Control control;
  control.threads = threads;
  RunReport report;
  DenoiseSolution solution =
      denoiseRegistry().get<DenoiseSamples>(engine)(problem, control, report);
  EXPECT_EQ(report.engine, engine);
  return solution;
}

/// Single precision adds this much to an objective per voxel.
constexpr double kRounding = 2e-6;

/// What is wrong with a solution whose problem has this least objective (within `within`), or "".
std::string faultOf(const DenoiseProblem& problem, const DenoiseSolution& solution, double least,
                    double within) {
  if (std::ssize(solution.samples) != problem.size.voxels() * std::ssize(problem.planes)) {
    return "size";
  }
  const double objective = objectivePerVoxel(problem, solution.samples);
  if (!(solution.gap <= problem.gap)) return "gap " + std::to_string(solution.gap);
  if (!(objective <= least + problem.gap + kRounding)) return "not least";
  if (!problem.floor) return objective >= least - within - kRounding ? "" : "below the least";
  const auto voxels = static_cast<std::size_t>(problem.size.voxels());
  for (std::size_t i = 0; i < voxels; ++i) {
    variation::Tensor tensor;
    for (std::size_t c = 0; c < 6; ++c) tensor[c] = solution.samples[c * voxels + i];
    for (const double value : variation::eigenvaluesOf(tensor)) {
      if (value < *problem.floor - 1e-6) return "eigenvalue " + std::to_string(value);
    }
  }
  return "";
}

/// A random problem; `pick(n)` returns 0 .. n - 1.
template <class Pick>
void fillIn(DenoiseCase& one, bool isVolume, const Pick& pick) {
  DenoiseProblem& problem = one.problem;
  problem.model = pick(2) == 0 ? DenoiseModel::rof : DenoiseModel::tvl1;
  const double factor = std::pow(10.0, 0.1 * (pick(15) - 10));  // 0.1 .. 2.5
  problem.strength = problem.model == DenoiseModel::rof ? factor / 2 : factor;
  problem.gap = std::pow(10.0, -2 - 0.5 * pick(5));
  if (pick(3) == 0) problem.spacing = {1, 1 + 0.5 * pick(3), isVolume ? 1 + 0.7 * pick(3) : 1};
  if (problem.channels() == 6 && pick(2) == 0) {
    one.makeTensors();
    if (problem.model == DenoiseModel::rof) problem.floor = 0.05;
  }
}

RC_GTEST_PROP(DenoiseDifferential, AllEnginesReachTheMinimum, (std::uint32_t seed)) {
  const auto pick = [](int n) { return *rc::gen::inRange(0, n); };
  const bool isVolume = pick(3) == 0;
  const GridSize size{1 + pick(40), 1 + pick(isVolume ? 12 : 40), isVolume ? 1 + pick(6) : 1};
  const int channels = std::vector{1, 1, 2, 3, 4, 6}.at(static_cast<std::size_t>(pick(6)));
  DenoiseCase one(size, channels, seed);
  fillIn(one, isVolume, pick);
  // The default ends a few of these problems before their gap.
  one.problem.iterations = 100000;
  DenoiseProblem exact = one.problem;
  exact.gap = one.problem.gap / 10;
  const DenoiseSolution reference = solvedBy("reference", exact);
  RC_ASSERT(reference.gap <= exact.gap);
  const double least = objectivePerVoxel(exact, reference.samples);
  for (const std::string& engine : fastEngines()) {
    const DenoiseSolution solution = solvedBy(engine, one.problem, 1 + pick(5));
    const std::string fault = faultOf(one.problem, solution, least, exact.gap);
    if (!fault.empty()) RC_LOG() << engine << ": " << fault << '\n';
    RC_ASSERT(fault == "");
  }
}

TEST(DenoiseDifferential, FaultsAreFound) {
  DenoiseCase one({30, 20}, 1, 1);
  const DenoiseSolution right = solvedBy("reference", one.problem);
  const double least = objectivePerVoxel(one.problem, right.samples);
  EXPECT_EQ(faultOf(one.problem, right, least, 0), "");
  DenoiseSolution wrong = right;
  wrong.samples = test::samplesOf(one.problem);
  EXPECT_EQ(faultOf(one.problem, wrong, least, 0), "not least");
  wrong = right;
  wrong.gap = 2e-4;
  EXPECT_NE(faultOf(one.problem, wrong, least, 0), "");
  EXPECT_EQ(faultOf(one.problem, right, least + 1e-3, 0), "below the least");
}

TEST(DenoiseDifferential, ThreadsReturnTheSameBytes) {
  for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
    for (const GridSize size : {GridSize{301, 233}, {40, 30, 21}, {5, 400}, {3, 2, 64}}) {
      DenoiseCase one(size, size.depth > 1 ? 3 : 1, 5);
      one.problem.model = model;
      one.problem.strength = model == DenoiseModel::rof ? 0.2 : 0.7;
      const DenoiseSolution right = solvedBy("sequential", one.problem);
      for (const int threads : {1, 2, 3, 7, 64}) {
        for (const char* engine : {"threads", "openmp"}) {
          if (!denoiseRegistry().engine(engine).available) continue;
          const DenoiseSolution other = solvedBy(engine, one.problem, threads);
          EXPECT_EQ(other.samples, right.samples) << engine << ' ' << threads;
          EXPECT_EQ(other.gap, right.gap);
        }
      }
    }
  }
}

TEST(DenoiseDifferential, AStartSavesIterations) {
  for (const std::string& engine : fastEngines()) {
    for (const DenoiseModel model : {DenoiseModel::rof, DenoiseModel::tvl1}) {
      DenoiseCase one({120, 90}, 3, 6);
      one.problem.model = model;
      one.problem.strength = model == DenoiseModel::rof ? 0.08 : 1;
      one.problem.gap = 1e-5;
      one.problem.wantDual = true;
      const DenoiseSolution first = solvedBy(engine, one.problem);
      EXPECT_EQ(first.dual.size(), 2 * first.samples.size());
      one.problem.strength *= 1.02;
      one.problem.start = &first;
      const DenoiseSolution second = solvedBy(engine, one.problem);
      EXPECT_LE(second.gap, 1e-5);
      EXPECT_LT(2 * second.iterations, first.iterations) << engine;
    }
  }
}

/// 16 x 16 samples from a generator that other languages can repeat.
std::vector<float> sharedSamples() {
  std::vector<float> samples;
  std::uint64_t state = 1;
  for (int i = 0; i < 256; ++i) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const auto noise = static_cast<int>(state / 65536 % 101) - 50;
    const int block = (i % 16 / 6 + i / 16 / 5) % 2;
    samples.push_back(static_cast<float>(60 + 130 * block + noise) / 255.0F);
  }
  return samples;
}

/// Least objectives that other programs found: tests/bench/denoise_optimum.py.
TEST(DenoiseDifferential, OtherProgramsFindTheSameMinimum) {
  struct Known {
    DenoiseModel model;
    double strength;
    double least;
  };
  constexpr Known kKnown[] = {{DenoiseModel::rof, 0.1, 0.1878852},  // CVXPY and scikit-image
                              {DenoiseModel::rof, 0.5, 0.0789946},
                              {DenoiseModel::tvl1, 0.5, 0.2799804},  // CVXPY
                              {DenoiseModel::tvl1, 1, 0.2083088}};
  const std::vector<float> samples = sharedSamples();
  std::vector<std::string> engines = fastEngines();
  engines.emplace_back("reference");
  for (const Known& known : kKnown) {
    DenoiseProblem problem;
    problem.model = known.model;
    problem.size = {16, 16};
    problem.planes = {samples.data()};
    problem.strength = known.strength;
    problem.gap = 1e-5;
    problem.iterations = 100000;
    for (const std::string& engine : engines) {
      EXPECT_EQ(faultOf(problem, solvedBy(engine, problem), known.least, 1e-6), "") << engine;
    }
  }
}

}  // namespace
}  // namespace espy
