// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/stage_clock.h"

namespace espy::cuda {

void StageClock::finish() {
  end();
  for (const Stage& stage : stages_) {
    stage.to.wait();
    timeline_.add(stage.name, stage.to.millisecondsSince(stage.from));
  }
  stages_.clear();
}

}  // namespace espy::cuda
