// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/choose.h"

#include <unistd.h>
#include <atomic>

#include <cmath>
#include <limits>

#include "base/parallel.h"

namespace espy::variation {
namespace {

/// Nanoseconds of an iteration per sample on one thread, measured by denoise_bench.
constexpr double kNanoseconds = 0.7;
/// Iterations to the default gap at strength 0.1; they grow with the root of the strength.
constexpr double kIterations = 60;
/// GPU: nanoseconds of an iteration per sample, and upload and download of a sample.
constexpr double kDeviceNanoseconds = 0.02;
constexpr double kTransferNanoseconds = 1.0;

/// A rough number, for the choice of an engine.
double expectedIterations(const DenoiseProblem& problem) {
  constexpr double kUsualStrength = 0.1;
  constexpr double kUsualGap = 1e-4;
  const double relative = problem.model == DenoiseModel::rof
                              ? std::fmax(0.1, problem.strength / kUsualStrength)
                              : 25 * std::fmax(0.5, problem.strength);
  const double accuracy = std::sqrt(kUsualGap / problem.gap);
  return std::fmin(static_cast<double>(problem.iterations),
                   kIterations * std::sqrt(relative) * accuracy);
}

std::atomic<double> memoryLimit{0};

double bytesOf(const GridSize& size, std::size_t channels, int floats) {
  return static_cast<double>(size.width) * static_cast<double>(size.height) *
         static_cast<double>(size.depth) * static_cast<double>(channels) *
         static_cast<double>(sizeof(float)) * floats;
}

}  // namespace

double bytesFor(const GridSize& size, std::size_t channels) {
  // Input, data, two dual fields, and that of a start.
  return bytesOf(size, channels, 2 + 3 * size.axes());
}

double bytesBesideFile(const GridSize& size, std::size_t channels) {
  constexpr int kInputAndResult = 2;
  return bytesOf(size, channels, kInputAndResult);
}

bool needsFile(const GridSize& size, std::size_t channels) {
  return bytesFor(size, channels) > machineMemory();
}

void limitMachineMemory(double bytes) {
  memoryLimit = bytes;
}

double machineMemory() {
  if (const double limit = memoryLimit; limit > 0) return limit;
  const auto pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  if (pages <= 0) return std::numeric_limits<double>::infinity();
  return pages * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

Choice chooseDenoiseEngine(const Registry& registry, const DenoiseProblem& problem,
                           const Control& control) {
  constexpr double kNanosecondsInMillisecond = 1e6;
  const double samples =
      static_cast<double>(problem.size.voxels()) * static_cast<double>(problem.channels());
  const double iterations = expectedIterations(problem);
  const double alone = samples * iterations * kNanoseconds / kNanosecondsInMillisecond;
  WorkCost cost{allThreads(control), alone > kWorthThreads};
  cost.processor = alone / cost.threads;
  cost.device = kDeviceStart + samples * (kTransferNanoseconds + iterations * kDeviceNanoseconds) /
                                   kNanosecondsInMillisecond;
  return chooseEngine(cost, [&] { return registry.refusal<DenoiseSamples>(kDeviceEngine); });
}

}  // namespace espy::variation
