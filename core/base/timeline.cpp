// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/timeline.h"

#include <algorithm>

namespace espy {

void Timeline::add(const std::string& name, double milliseconds) {
  const auto same = [&](const Stage& stage) { return stage.name == name; };
  const auto found = std::find_if(stages_.begin(), stages_.end(), same);
  if (found != stages_.end()) {
    found->milliseconds += milliseconds;
  } else {
    stages_.push_back({name, milliseconds});
  }
}

void Timeline::add(const Timeline& other) {
  for (const Stage& stage : other.stages_) add(stage.name, stage.milliseconds);
}

double Timeline::totalMilliseconds() const {
  double total = 0;
  for (const Stage& stage : stages_) total += stage.milliseconds;
  return total;
}

StageTimer::~StageTimer() {
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start_;
  try {
    timeline_.add(name_, elapsed.count());
  } catch (...) {  // NOLINT: a lost entry is better than a destructor that throws
  }
}

}  // namespace espy
