// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/engine/lab.h"

/// Terminal output of the lab.
namespace espy::cli {

/// All experiments with their parameters.
std::string labList(std::span<const LabExperiment> experiments);

/// Text above the tables: experiment, settings, machine.
std::string labTitle(const LabReport& report);
/// The table of one point.
std::string labTable(const LabReport& report, const LabPoint& point);
/// Text below the tables: published figures and conclusions.
std::string labClosing(const LabReport& report);

}  // namespace espy::cli
