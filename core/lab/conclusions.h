// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "espy/engine/lab.h"

/// Conclusions of experiments, and what they share.
namespace espy::lab {

/// This strategy's row with the most threads; null if that was not measured.
const LabRow* rowOf(const LabPoint& point, const std::string& strategy);

/// Formats with three digits.
std::string shown(double number);

/// "best 2 times, cuda-best 1.5 times": the growth of each strategy's time from the first point to
/// the last; empty if none was measured at both.
Message growthOfTimes(const LabReport& report, std::span<const char* const> strategies);

/// Compares the growth of times with that of the work; empty if the work is the same at both ends.
Message growth(const LabReport& report, std::span<const char* const> strategies);

/// Conclusions of sparse-network: growth of times or speeds from the first point to the last, and
/// the gain of Espy's engines over the best plain loop.
std::vector<Message> sparseConclusions(const LabReport& report);

/// Conclusions of texture-search.
std::vector<Message> textureConclusions(const LabReport& report);

namespace pattern {

/// If sizes were swept: from how many pixels a GPU is faster. If milestones were swept: how the
/// processor's strategies compare with the plain loop. Times of whole runs, transfers included.
std::vector<Message> conclusionsOf(const LabReport& report);

}  // namespace pattern
}  // namespace espy::lab
