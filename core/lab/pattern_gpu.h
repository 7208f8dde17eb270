// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/pattern_task.h"

/// GPU strategy of where-is-a-pattern: a capability of the engine `cuda`.
namespace espy::lab::pattern {

/// Milestones 1 to 3 as the paper's one kernel, a thread for each pixel in blocks of 128. The scene
/// is 8-bit grey, or RGB with alpha, which is kept: the paper's fourth channel. Stages: "upload",
/// "screen", "download".
struct ScreenOnGpu {
  using Function =
      std::function<Image(const PatternTask& task, const Control& control, Timeline& timeline)>;
  static constexpr const char* kName = "screening";
};

}  // namespace espy::lab::pattern
