// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/tensor_scheme.h"

/// Total variation of tensors D = L L^T, reduced by steepest descent (chapter 6 of the
/// dissertation).
namespace espy::lab {

struct DescentRules {
  DescentStep step;
  int iterations = 100;
  /// Regions that are smoothed independently of each other, and those over which total variation is
  /// summed. At least the volume: all of it.
  VolumeSize region;
  VolumeSize normRegion;
  /// The indices of Figure 47 as printed: means to the other side, and the curvature of the voxel
  /// before. On a processor only.
  bool printedIndices = false;
};

struct DescentTask {
  const TensorField& noisy;
  const TensorField& factors;  ///< L at the start
  DescentRules rules;
};

/// Returns D. Stages, as the dissertation's kernels: "LLT", "TVnorm", "P", "Solver".
TensorField descendTensors(const DescentTask& task, const Control& control, Timeline& timeline);

/// The dissertation's three versions on a GPU.
enum class DescentVersion : std::uint8_t {
  /// Five kernels; blocks overlap by a voxel, whose threads compute what the neighbours do.
  globalSync,
  /// One kernel; a thread a voxel, blocks are independent, intermediate values in global memory.
  threadSync,
  /// One kernel; a thread for 2 x 2 x 2 voxels that are independent of others.
  unSync,
};

/// Regions of a version with thread blocks of 8 x 8 or 16 x 16 (`side`), for a volume.
inline DescentRules regionsOf(DescentVersion version, int side, VolumeSize size,
                              DescentRules rules) {
  rules.region = rules.normRegion = size;
  if (version == DescentVersion::globalSync) return rules;
  // 64 and 256 threads.
  const VolumeSize threads = side == 8 ? VolumeSize{4, 4, 4} : VolumeSize{8, 8, 4};
  const int each = version == DescentVersion::unSync ? 2 : 1;
  rules.normRegion = {threads.width * each, threads.height * each, threads.depth * each};
  rules.region = version == DescentVersion::unSync ? VolumeSize{2, 2, 2} : rules.normRegion;
  return rules;
}

/// The same on a GPU: a capability of the engine `cuda`. Returns D. Stages: "upload", those of the
/// kernels ("Solver" alone for the last two), "download".
struct DescendOnGpu {
  using Function = std::function<TensorField(const DescentTask& task, DescentVersion version,
                                             int side, const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "tensor-descent";
};

}  // namespace espy::lab
