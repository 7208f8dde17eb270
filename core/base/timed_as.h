// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/timeline.h"

namespace espy {

/// Calls work(stages) and adds the stages that it records. If it records none, adds one stage
/// `name`.
template <class Work>
auto timedAs(const std::string& name, Timeline& timeline, const Work& work) {
  Timeline own;
  Timeline whole;
  auto result = [&] {
    const StageTimer timer(whole, name);
    return work(own);
  }();
  timeline.add(own.stages().empty() ? whole : own);
  return result;
}

}  // namespace espy
