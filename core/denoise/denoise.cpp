// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Checks, scaling and dispatch of denoising.
#include "espy/engine/denoise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "denoise/choose.h"
#include "denoise/fast.h"
#include "denoise/planes.h"
#include "denoise/reference.h"
#include "denoise/tensor.h"
#include "espy/error.h"

namespace espy {
namespace variation {
namespace {

constexpr double kMostStrength = 1000;
constexpr double kLeastGap = 1e-6;
/// Already changes no sample; engines divide by the strength in single precision, where smaller
/// ones may be 0.
constexpr double kLeastStrength = 1e-12;
/// Ratio of spacings, and the floor of eigenvalues in units of the range.
constexpr double kMostSpacings = 1000;
constexpr double kFloor = 1e-5;

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::badUse, sentence);
}

/// Refuses a problem that would not fit into memory, before any is taken: of the fast engines,
/// whose input and result would not.
void checkMemory(const GridSize& size, std::size_t channels, const DenoiseOptions& options) {
  const bool isReference = options.engine == "reference";
  const double needed = isReference ? bytesFor(size, channels) : bytesBesideFile(size, channels);
  const double there = machineMemory();
  if (needed <= there) return;
  constexpr double kMegabyte = 1e6;
  throw Error(
      ErrorCode::tooLarge,
      phrase("{} x {} x {} samples in {} channels need {} MB; this machine has {}", size.width,
             size.height, size.depth, channels, static_cast<std::int64_t>(needed / kMegabyte),
             static_cast<std::int64_t>(there / kMegabyte)));
}

/// What is common to results of pictures and volumes.
struct Solved {
  DenoiseSolution solution;
  double strength = 0;
  double noise = 0;
};

/// Fills in the options, and runs the engine. Samples are scaled to a range of 1.
Solved solve(const Registry& registry, DenoiseProblem problem, const DenoiseOptions& options,
             RunReport& report) {
  Solved solved;
  problem.model = options.model;
  problem.gap = options.gap;
  problem.iterations = options.iterations;
  if (options.strength) {
    solved.strength = std::max(*options.strength, kLeastStrength);
  } else {
    const StageTimer timer(report.timeline, "noise");
    solved.noise = estimatedNoise(problem, options.control);
    solved.strength = strengthForNoise(options.model, solved.noise);
  }
  problem.strength = solved.strength;
  const auto run = [&](std::string_view engine) {
    RunReport own;
    own.choice = report.choice;
    own.fallback = report.fallback;
    own.timeline = report.timeline;
    solved.solution = registry.get<DenoiseSamples>(engine)(problem, options.control, own);
    report = std::move(own);
  };
  if (options.engine == "auto") {
    struct {
      RunReport& report;
    } finding{report};
    runOnChosen(chooseDenoiseEngine(registry, problem, options.control), finding, run);
  } else {
    run(options.engine);
  }
  return solved;
}

/// Number of threads for work besides the engine's.
int threadsBeside(const Registry& registry, const DenoiseOptions& options) {
  if (options.engine != "auto" && registry.engine(options.engine).facts.oneThread) return 1;
  return threadsFor(options.control);
}

void checkVolume(const Volume& volume, const DenoiseOptions& options) {
  const GridSize size = volume.size;
  if (size.width < 1 || size.height < 1 || size.depth < 1)
    refuse(phrase("the volume has no samples"));
  if (volume.channels < 1 || volume.channels > kMostDenoiseChannels) {
    refuse(phrase("a volume to denoise has 1 to {} channels, not {}", kMostDenoiseChannels,
                  volume.channels));
  }
  if (volume.tensors && volume.channels != 6) {
    refuse(phrase("symmetric tensors have 6 components, not {}", volume.channels));
  }
  if (options.keepPositive && !volume.tensors) {
    refuse(phrase("only tensors can be kept positive"));
  }
  if (std::ssize(volume.samples) != size.voxels() * volume.channels) {
    refuse(phrase("a volume of {} x {} x {} samples and {} channels has {} samples instead",
                  size.width, size.height, size.depth, volume.channels, volume.samples.size()));
  }
  double least = volume.spacing[0];
  double most = volume.spacing[0];
  for (const double spacing : volume.spacing) {
    if (!(spacing > 0) || !std::isfinite(spacing)) {
      refuse(
          phrase("the spacing of samples must be above 0, but is {}", fmt::format("{}", spacing)));
    }
    least = std::min(least, spacing);
    most = std::max(most, spacing);
  }
  if (most > kMostSpacings * least) {
    refuse(phrase("spacings of {} and {} are too different", fmt::format("{}", least),
                  fmt::format("{}", most)));
  }
}

/// Calls `work` for one part of the samples after the other, so that it can be cancelled.
template <class Work>
void inParts(std::span<float> samples, const Control& control, const Work& work) {
  constexpr std::size_t kPart = std::size_t{1} << 20;
  for (std::size_t at = 0; at < samples.size(); at += kPart) {
    control.check();
    work(samples.subspan(at, std::min(kPart, samples.size() - at)));
  }
}

/// Least and most of samples.
struct Range {
  float least = std::numeric_limits<float>::infinity();
  float most = -std::numeric_limits<float>::infinity();
};

/// Refuses the first sample that is not finite, by its position.
[[noreturn]] void refuseSample(const Volume& volume, const float* bad) {
  const GridSize size = volume.size;
  const std::int64_t at = bad - volume.samples.data();
  const std::int64_t voxel = at % size.voxels();
  refuse(phrase("the sample at ({}, {}, {}) of channel {} is not a finite number",
                voxel % size.width, voxel / size.width % size.height,
                voxel / (size.width * size.height), at / size.voxels()));
}

Range rangeOf(Volume& volume, const Control& control) {
  Range range;
  inParts(volume.samples, control, [&](std::span<float> part) {
    for (const float& sample : part) {
      if (!std::isfinite(sample)) refuseSample(volume, &sample);
      range.least = std::min(range.least, sample);
      range.most = std::max(range.most, sample);
    }
  });
  return range;
}

/// Spacing in units of the smallest along an axis of more than one sample.
std::array<double, 3> relativeSpacing(const Volume& volume) {
  const std::int64_t extents[3] = {volume.size.width, volume.size.height, volume.size.depth};
  double least = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (extents[axis] < 2) continue;
    least = least == 0 ? volume.spacing[axis] : std::min(least, volume.spacing[axis]);
  }
  std::array<double, 3> relative{1, 1, 1};
  if (least == 0) return relative;
  for (std::size_t axis = 0; axis < 3; ++axis) relative[axis] = volume.spacing[axis] / least;
  return relative;
}

/// Raises eigenvalues below the floor, of a volume of tensors.
void raiseAll(std::vector<float>& samples, std::int64_t voxels, double floor,
              const Control& control) {
  constexpr std::int64_t kLook = 4096;
  for (std::int64_t i = 0; i < voxels; ++i) {
    if (i % kLook == 0) control.check();
    Tensor tensor;
    const auto at = [&](std::size_t c) -> float& {
      return samples[c * static_cast<std::size_t>(voxels) + static_cast<std::size_t>(i)];
    };
    for (std::size_t c = 0; c < tensor.size(); ++c) tensor[c] = at(c);
    const Tensor raised = raisedTo(floor, tensor);
    if (raised == tensor) continue;
    for (std::size_t c = 0; c < tensor.size(); ++c) at(c) = static_cast<float>(raised[c]);
  }
}

}  // namespace
}  // namespace variation

void check(const DenoiseOptions& options) {
  using namespace variation;
  const auto inRange = [](double value, double least, double most) {
    return value >= least && value <= most;  // false for NaN
  };
  if (options.strength && !(*options.strength > 0 && *options.strength <= kMostStrength)) {
    refuse(phrase("the strength must be above 0 and at most {}, not {}",
                  fmt::format("{}", kMostStrength), fmt::format("{}", *options.strength)));
  }
  if (!inRange(options.gap, kLeastGap, 1)) {
    refuse(phrase("the gap must be {} to 1, not {}", fmt::format("{}", kLeastGap),
                  fmt::format("{}", options.gap)));
  }
  if (options.iterations < 1) {
    refuse(phrase("there must be at least 1 iteration, not {}", options.iterations));
  }
}

Denoised denoise(const Registry& registry, const ImageView& picture,
                 const DenoiseOptions& options) {
  check(options);
  if (options.keepPositive) variation::refuse(phrase("only tensors can be kept positive"));
  if (options.engine != "auto") registry.get<DenoiseSamples>(options.engine);
  Denoised result;
  RunReport& report = result.report;
  if (picture.empty()) return result;
  const auto colours = static_cast<std::size_t>(picture.format().colourChannels());
  const GridSize size{picture.width(), picture.height()};
  variation::checkMemory(size, colours, options);
  const int threads = variation::threadsBeside(registry, options);
  Control quiet = options.control;
  quiet.progress = nullptr;  // only iterations report progress

  ScratchVector<float> samples;
  {
    const StageTimer timer(report.timeline, "prepare");
    samples = variation::planesOf(picture, threads, quiet);
  }
  DenoiseProblem problem;
  problem.size = size;
  for (std::size_t c = 0; c < colours; ++c) {
    problem.planes.push_back(samples.data() + static_cast<std::int64_t>(c) * size.voxels());
  }
  variation::Solved solved = variation::solve(registry, problem, options, report);
  result.strength = solved.strength;
  result.noise = solved.noise;
  result.gap = solved.solution.gap;
  result.iterations = solved.solution.iterations;
  const StageTimer timer(report.timeline, "finish");
  result.image = variation::pictureOf(solved.solution.samples, picture, threads, quiet);
  return result;
}

DenoisedVolume denoise(const Registry& registry, Volume volume, const DenoiseOptions& options) {
  check(options);
  variation::checkVolume(volume, options);
  if (options.engine != "auto") registry.get<DenoiseSamples>(options.engine);
  const auto channels = static_cast<std::size_t>(volume.channels);
  variation::checkMemory(volume.size, channels, options);
  DenoisedVolume result;
  RunReport& report = result.report;
  DenoiseProblem problem;
  const Control& control = options.control;
  double offset = 0;
  double range = 1;
  {
    const StageTimer timer(report.timeline, "prepare");
    const variation::Range samples = variation::rangeOf(volume, control);
    result.range = double{samples.most} - double{samples.least};
    // Differences between tensors do not depend on an offset, but eigenvalues do.
    if (!volume.tensors) {
      offset = samples.least;
    } else if (!options.keepPositive) {
      offset = std::clamp(0.0F, samples.least, samples.most);
    }
    range = result.range > 0 ? result.range : std::max(1.0, std::fabs(double{samples.most}));
    variation::inParts(volume.samples, control, [&](std::span<float> part) {
      for (float& sample : part) sample = static_cast<float>((double{sample} - offset) / range);
    });
    if (options.keepPositive) {
      if (options.model == DenoiseModel::rof) {
        problem.floor = variation::kFloor;
      } else {
        variation::raiseAll(volume.samples, volume.size.voxels(), variation::kFloor, control);
      }
    }
  }
  problem.size = volume.size;
  problem.spacing = variation::relativeSpacing(volume);
  if (volume.tensors) problem.weights = {1, 2, 1, 2, 2, 1};
  for (std::size_t c = 0; c < channels; ++c) {
    problem.planes.push_back(volume.samples.data() +
                             static_cast<std::int64_t>(c) * volume.size.voxels());
  }
  variation::Solved solved = variation::solve(registry, problem, options, report);
  result.strength = solved.strength;
  result.noise = solved.noise;
  result.gap = solved.solution.gap;
  result.iterations = solved.solution.iterations;
  const StageTimer timer(report.timeline, "finish");
  volume.samples = std::move(solved.solution.samples);
  // Rounding to float may have lowered an eigenvalue by a little.
  if (options.keepPositive) {
    variation::raiseAll(volume.samples, volume.size.voxels(), variation::kFloor, control);
  }
  variation::inParts(volume.samples, control, [&](std::span<float> part) {
    for (float& sample : part) sample = static_cast<float>(double{sample} * range + offset);
  });
  result.volume = std::move(volume);
  return result;
}

void addDenoise(Registry& registry) {
  registry.add<DenoiseSamples>("reference", variation::denoiseByReference);
  addOnProcessor<DenoiseSamples>(registry, [](const ProcessorEngine& engine) {
    return [engine](const DenoiseProblem& problem, const Control& control, RunReport& report) {
      const Control own = engine.own(control);
      report.engine = engine.name;
      report.threads = own.threads;
      return variation::denoiseFast(problem, own, report);
    };
  });
}

}  // namespace espy
