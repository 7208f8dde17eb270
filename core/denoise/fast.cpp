// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/fast.h"

#include "denoise/reference.h"

namespace espy::variation {

DenoiseSolution denoiseFast(const DenoiseProblem& problem, const Control& control,
                            RunReport& report) {
  RunReport own;
  DenoiseSolution solution = denoiseByReference(problem, control, own);
  report.timeline.add(own.timeline);
  return solution;
}

}  // namespace espy::variation
