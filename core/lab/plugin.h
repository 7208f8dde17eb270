// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

/// Interface of the module espy_lab.so: the functions of espy/engine/lab.h, as a capability of the
/// engine `kLabEngine`.
namespace espy::lab {

inline constexpr const char* kLabEngine = "lab";

struct LabFunctions {
  std::vector<LabExperiment> (*experiments)();
  LabReport (*run)(const Registry& registry, const LabRequest& request, const Control& control);
  std::string (*csv)(const LabReport& report);
  std::string (*json)(const LabReport& report);
  std::vector<LabPaper> (*papers)();
  LabComparison (*compare)(const Registry& registry, const LabRequest& request,
                           const std::string& exhibit, const Control& control);
  std::vector<LabRemark> (*remarks)(const LabExhibit& exhibit);
  std::string (*comparisonCsv)(const LabComparison& comparison);
  std::string (*comparisonJson)(const LabComparison& comparison);
};
struct Lab {
  using Function = LabFunctions;
  static constexpr const char* kName = "lab";
};

}  // namespace espy::lab
