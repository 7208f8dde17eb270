// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// What the lab's view needs of the core. Tests bring their own, which measure nothing.
struct LabTools {
  std::vector<LabExperiment> experiments;
  std::function<LabReport(const LabRequest& request, const Control& control)> run;
  std::function<std::string(const LabReport& report)> csv;
  std::function<std::string(const LabReport& report)> json;
};

/// The core's own.
LabTools labTools(const Registry& registry);

}  // namespace espy::desktop
