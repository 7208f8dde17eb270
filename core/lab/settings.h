// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/experiment.h"

namespace espy::lab {

/// A validated request: a value for each parameter; one of them may be swept.
struct Settings {
  std::vector<std::pair<std::string, std::string>> values;  ///< in the experiment's order
  std::string swept;                                        ///< name of a parameter, or empty
  std::vector<std::string> points;  ///< its values; one empty string without a sweep

  Values at(const std::string& point) const;
};

/// Splits at commas.
std::vector<std::string> split(const std::string& text);

/// Throws `badUse` with a message that names the parameter and its valid values.
Settings settingsOf(const LabExperiment& experiment, const LabRequest& request);

}  // namespace espy::lab
