// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"
#include "lab/reuse_task.h"

/// Kernels of memory-reuse.
namespace espy::cuda {

struct ReusePlanes {
  lab::VolumeSize size;
  const float* from = nullptr;
  const float* pictures = nullptr;
  float* to = nullptr;
};

/// Facts of a kernel with a layout; `values` stays empty.
lab::ReuseRun factsOf(lab::ReuseKernel kernel, lab::ReuseLayout layout);

/// One iteration.
void queueReuse(lab::ReuseKernel kernel, lab::ReuseLayout layout, const ReusePlanes& planes,
                const Stream& stream);

}  // namespace espy::cuda
