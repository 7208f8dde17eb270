// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/experiment.h"

namespace espy::lab {

/// What a request asks for: a value for each parameter, and one of them may be swept.
struct Settings {
  std::vector<std::pair<std::string, std::string>> values;  ///< in the experiment's order
  std::string swept;                                        ///< a parameter, or empty
  std::vector<std::string> points;  ///< its values; one empty text where nothing is swept

  Values at(const std::string& point) const;
};

/// Throws `badUse` with a sentence that names the parameter and what it takes.
Settings settingsOf(const LabExperiment& experiment, const LabRequest& request);

}  // namespace espy::lab
