// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lab/experiment.h"
#include "lab/texture_task.h"

/// The texture paper's algorithms on a CPU, step by step, one reference after another, on one
/// thread. Stages: "norms" (of the query), "products", "add norms", "sort", "roots", "copy",
/// "ratio"; "upload" converts and packs a reference.
namespace espy::lab {

enum class TextureSteps : std::uint8_t {
  /// Algorithm 1; the two least of a column move to its front by insertion, in memory.
  insertionSort,
  topTwo,    ///< Algorithm 1; the two least of a column stay in registers
  rootSift,  ///< Algorithm 2: features have length 1, norms are not needed
  /// Algorithm 1 in emulated half precision: every product, sum and root is rounded.
  half,
};

/// Fills `counts` (`TextureCount`). Features are multiplied by `scale` for `half`,
/// and its rounding is returned.
Rounding countBySteps(const TextureTask& task, TextureSteps steps, float scale,
                      std::span<std::int32_t> counts, const Control& control, Timeline& timeline);

struct TextureStepsRequest {
  const TextureTask& task;  ///< with one query
  TextureSteps steps = TextureSteps::topTwo;
  float scale = 1;         ///< of `half`
  std::int64_t batch = 1;  ///< references per matrix product
};

/// The same on a GPU, with cuBLAS: a capability of the engine `cuda`. `rootSift` is in half
/// precision there. The ratio is tested on the CPU. Throws `unsupported` without cuBLAS.
struct CountTextureStepsOnGpu {
  using Function =
      std::function<void(const TextureStepsRequest& request, std::span<std::int32_t> counts,
                         const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "texture-steps";
};

}  // namespace espy::lab
