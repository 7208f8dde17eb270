// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/on_device.h"
#include "lab/tensor_field.h"

/// Kernels of memory-reuse (chapter 5 of the dissertation), whose shared memory is laid out in
/// three ways.
namespace espy::lab {

enum class ReuseKernel : std::uint8_t {
  denoising,     ///< curvature flow of a volume
  segmentation,  ///< a level set that moves by its curvature, towards one of two levels of grey
  registration,  ///< displacements with biharmonic smoothing
};

enum class ReuseLayout : std::uint8_t {
  separate,  ///< an address range for each array
  coloured,  ///< the dissertation's: arrays that never live together share a partition
  planned,   ///< Espy's planner, for the rows of the arrays that are used
};

/// Step sizes and weights, which the dissertation does not state.
inline constexpr float kFlowStep = 0.02F;
inline constexpr float kLevelStep = 0.2F;
inline constexpr float kLevelCurvature = 0.2F;
inline constexpr float kInside = 0.7F;
inline constexpr float kOutside = 0.3F;
inline constexpr float kRegistrationStep = 0.05F;
inline constexpr float kSmoothness = 0.1F;

struct ReuseTask {
  ReuseKernel kernel = ReuseKernel::denoising;
  VolumeSize size;  ///< depth 1 but for denoising
  /// The volume; the level set; displacements along x, then those along y.
  std::vector<float> start;
  /// Segmentation: the picture. Registration: the reference, then the template.
  std::vector<float> pictures;
  int iterations = 100;
};

/// Speed of a level set's point, by its curvature and grey.
ESPY_ON_DEVICE inline float levelSpeed(float curvature, float grey) {
  return kLevelCurvature * curvature + (grey - kOutside) * (grey - kOutside) -
         (grey - kInside) * (grey - kInside);
}

/// A coordinate or index, held to 0..most.
ESPY_ON_DEVICE inline float heldTo(float most, float at) {
  return at < 0 ? 0 : at > most ? most : at;
}
ESPY_ON_DEVICE inline int heldTo(int most, int at) {
  return at < 0 ? 0 : at > most ? most : at;
}

/// A picture between pixels, linearly; beyond its border the border's values.
ESPY_ON_DEVICE inline float greyAt(const float* picture, int width, int height, float x, float y) {
  x = heldTo(static_cast<float>(width - 1), x);
  y = heldTo(static_cast<float>(height - 1), y);
  const int left = static_cast<int>(x);
  const int top = static_cast<int>(y);
  const int right = heldTo(width - 1, left + 1);
  const int bottom = heldTo(height - 1, top + 1);
  const float partX = x - static_cast<float>(left);
  const float partY = y - static_cast<float>(top);
  const float upper =
      (1 - partX) * picture[top * width + left] + partX * picture[top * width + right];
  const float lower =
      (1 - partX) * picture[bottom * width + left] + partX * picture[bottom * width + right];
  return (1 - partY) * upper + partY * lower;
}

/// The displacement of a pixel after a step. `fourth` are its biharmonic derivatives of both.
struct Displacement {
  float x;
  float y;
};
ESPY_ON_DEVICE inline Displacement registrationStep(const float* reference, const float* other,
                                                    int width, int height, int x, int y,
                                                    Displacement own, Displacement fourth) {
  const float atX = static_cast<float>(x) + own.x;
  const float atY = static_cast<float>(y) + own.y;
  const auto grey = [&](float dx, float dy) {
    return greyAt(other, width, height, atX + dx, atY + dy);
  };
  const float off = grey(0, 0) - reference[y * width + x];
  const float slopeX = (grey(1, 0) - grey(-1, 0)) * 0.5F;
  const float slopeY = (grey(0, 1) - grey(0, -1)) * 0.5F;
  return {own.x - kRegistrationStep * (off * slopeX + kSmoothness * fourth.x),
          own.y - kRegistrationStep * (off * slopeY + kSmoothness * fourth.y)};
}

/// The biharmonic derivative at a position of an array whose rows are `pitch` apart, and which has
/// two values more on each side.
ESPY_ON_DEVICE inline float biharmonicAt(const float* at, int pitch) {
  const auto laplacian = [&](int offset) {
    const float* own = at + offset;
    return own[-1] + own[1] + own[-pitch] + own[pitch] - 4 * own[0];
  };
  return laplacian(-1) + laplacian(1) + laplacian(-pitch) + laplacian(pitch) - 4 * laplacian(0);
}

/// A task drawn from a seed: a volume of blocks with noise; a disc with noise and a square as level
/// set; a picture and its copy, bent.
ReuseTask drawReuse(ReuseKernel kernel, int extent, int iterations, std::uint64_t seed);

/// Runs all iterations on the control's threads. Returns what `start` has become.
std::vector<float> runReuse(const ReuseTask& task, const Control& control, Timeline& timeline);

/// What a GPU returns: besides the values facts of its kernel.
struct ReuseRun {
  std::vector<float> values;
  int sharedBytes = 0;  ///< of a block
  int barriers = 0;     ///< of an iteration
  int blocks = 0;       ///< at the same time on a multiprocessor
  int blocksThen = 0;   ///< the same on the dissertation's GPU, by memory and threads
  int threads = 0;      ///< of a block
};

/// The same on a GPU: a capability of the engine `cuda`. Stages: "upload", "iterate", "download".
struct RunReuseOnGpu {
  using Function = std::function<ReuseRun(const ReuseTask& task, ReuseLayout layout,
                                          const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "memory-reuse";
};

}  // namespace espy::lab
