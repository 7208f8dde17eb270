// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/engine/lab.h"

/// What the lab looks like in a terminal.
namespace espy::cli {

/// All experiments with their parameters.
std::string labList(std::span<const LabExperiment> experiments);

/// What stands above the tables: the experiment, its settings, the machine.
std::string labTitle(const LabReport& report);
/// The table of one point.
std::string labTable(const LabReport& report, const LabPoint& point);
/// What stands below them: what papers print, and what the figures say.
std::string labClosing(const LabReport& report);

}  // namespace espy::cli
