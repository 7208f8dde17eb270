// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/control.h"
#include "espy/timeline.h"

namespace espy::cli {

/// The table of `--timings`: the title, then every stage with its time and its share of the total,
/// which is measured on its own; what no stage accounts for is a row too.
std::string timingsTable(const std::string& title, const Timeline& timeline,
                         double totalMilliseconds);

/// Does work(control) as the stage of this name, or as the stages that the engine names itself.
template <class Work>
auto timedAs(const std::string& name, Control control, Timeline& timeline, const Work& work) {
  Timeline own;
  Timeline whole;
  control.timeline = &own;
  auto result = [&] {
    const StageTimer timer(whole, name);
    return work(control);
  }();
  timeline.add(own.stages().empty() ? whole : own);
  return result;
}

}  // namespace espy::cli
