// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/host_device.h"
#include "cuda/base/stream.h"

/// The scaled problem of espy/engine/denoise.h in device memory, and its kernels.
namespace espy::cuda {

/// Most axes, and most channels.
inline constexpr int kDenoiseAxes = 3;
inline constexpr int kDenoiseChannels = 16;

/// Planes have rows of `pitch` floats, a multiple of 4.
struct DenoiseGrid {
  int width = 1;
  int height = 1;
  int depth = 1;
  int axes = 2;
  int channels = 1;
  std::int64_t pitch = 4;

  ESPY_HOST_DEVICE std::int64_t slice() const { return pitch * height; }
  /// Floats of a plane.
  ESPY_HOST_DEVICE std::int64_t plane() const { return pitch * height * depth; }
};

/// Numbers of one iteration of the primal-dual method, by axis.
struct StepNumbers {
  float sigma[kDenoiseAxes];  ///< over the spacing
  float tau[kDenoiseAxes];    ///< over the spacing
  float data;                 ///< rof: 1 / (1 + tau / strength); tvl1: tau / strength
  float theta;
};
static_assert(sizeof(StepNumbers) == 32);

/// Variables between two iterations.
struct DenoiseState {
  float* u = nullptr;    ///< a plane for each channel
  float* bar = nullptr;  ///< u, extrapolated
  float* p = nullptr;    ///< planes of the axes, for each channel; 0 at the last sample of an axis
};

/// What the host needs to know, and kernels that are queued ahead.
struct DenoiseProgress {
  double gap;               ///< per voxel, of the last check
  std::int64_t iterations;  ///< at the last check
  int buffer;               ///< the state that holds them: 0 or 1
  int done;                 ///< the gap was reached; later kernels return at once
};

/// What does not change.
struct DenoiseTask {
  DenoiseGrid grid;
  const float* f = nullptr;
  DenoiseState states[2];
  bool isRof = true;
  float strength = 0;
  float scales[kDenoiseAxes] = {1, 1, 1};  ///< 1 / spacing
  float weights[kDenoiseChannels] = {};    ///< roots of the problem's
  bool hasFloor = false;                   ///< six channels
  float floor = 0;                         ///< of eigenvalues of the unscaled tensors
  const float* ranges = nullptr;           ///< tvl1: least and most of each channel
  double voxels = 0;
  double gap = 0;  ///< to reach, per voxel
  DenoiseProgress* progress = nullptr;
  double* partials = nullptr;  ///< kGapBlocks sums
};

/// Blocks that sum the gap.
inline constexpr int kGapBlocks = 1024;

/// The check of the gap after the one at `iterations`: rarer the longer it takes.
ESPY_HOST_DEVICE inline std::int64_t nextCheck(std::int64_t iterations) {
  constexpr std::int64_t kUnit = 8;
  const std::int64_t quarter = iterations / 4 / kUnit * kUnit;
  return iterations + (quarter > kUnit ? quarter : kUnit);
}

/// Spreads a dense plane to one with rows of `pitch` floats, times `factor`; zeros between.
void queueSpread(const float* dense, const DenoiseGrid& grid, float factor, float* to,
                 const Stream& stream);
/// The opposite.
void queueGather(const float* from, const DenoiseGrid& grid, float factor, float* dense,
                 const Stream& stream);
/// Scales dual variables to a length of at most 1, and makes them 0 at the ends of their axes.
void queueKeepWithinUnit(const DenoiseGrid& grid, float* p, const Stream& stream);
/// Least and most of each channel.
void queueRanges(const DenoiseTask& task, float* ranges, const Stream& stream);

/// Checks the gap of a state, unless a check before has reached it.
void queueGap(const DenoiseTask& task, int buffer, std::int64_t iterations, const Stream& stream);
/// Writes the answer of a state to dense planes, with the weights taken out again.
void queueAnswer(const DenoiseTask& task, int buffer, float* dense, const Stream& stream);

/// Whether `queueStep` leaves u out of the states.
bool recallsU(const DenoiseTask& task);
/// One iteration of any problem. The states share `u`. `before` are the numbers of the step before;
/// of the first, theta is 0.
void queueStep(const DenoiseTask& task, int from, const StepNumbers& numbers,
               const StepNumbers& before, int multiprocessors, const Stream& stream);

/// Whether pictures of this kind are iterated by tiles that stay on the chip.
bool hasTiles(const DenoiseTask& task);
/// 1 to 8 iterations of all tiles in one launch, from one state to the other. `numbers` is device
/// memory.
void queueTiles(const DenoiseTask& task, int from, const StepNumbers* numbers, int iterations,
                int mostAtOnce, const Stream& stream);
/// Whether all tiles of the picture fit on the GPU's multiprocessors a few at a time.
bool canPersist(const DenoiseTask& task, int mostAtOnce, int multiprocessors);
/// Iterations first..end of the state in which the last check or launch left the variables, in one
/// cooperative launch, with all checks between. `end` is a check, or the last iteration.
void queuePersistent(const DenoiseTask& task, const StepNumbers* numbers, std::int64_t first,
                     std::int64_t end, int mostAtOnce, int multiprocessors, const Stream& stream);

}  // namespace espy::cuda
