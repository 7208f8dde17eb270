// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "espy/engine/lab.h"
#include "lab/gait_data.h"
#include "lab/motif_sets.h"

/// Recordings of several people with annotated cycles, queries from them, and how well these are
/// found.
namespace espy::lab {

/// Where the sensors are.
enum class Wearing : std::uint8_t { insole, arm, waist, leg };

struct StepDataOptions {
  Wearing wearing = Wearing::insole;
  Gait activity = Gait::walk;  ///< of the queries
  std::int64_t channels = 99;  ///< of the insole; an accelerometer has three
  std::int64_t people = 1;
  std::int64_t samples = 3000;  ///< of each person, 25 a second
  std::int64_t queries = 1;
  std::int64_t length = 0;  ///< of a query, from the beginning of a cycle; 0: the cycle
  std::uint64_t seed = 1;
};

struct StepQuery {
  Rows rows;
  GaitCycle from;  ///< the cycle that it begins with
};

struct StepData {
  Rows data;                      ///< one person after another
  std::vector<GaitCycle> cycles;  ///< of all, by start
  std::vector<StepQuery> queries;
};

/// Every person wears the sensors in another way; the activities come in arbitrary order. Throws
/// `badUse` if the recording has no cycle of the activity, or a query does not fit.
StepData drawStepData(const StepDataOptions& options);

/// How well the cycles of a query's activity are found by ranked windows. Its own cycle does not
/// count.
struct StepQuality {
  double ndcg = 0;       ///< nDCG of the first 20
  double precision = 0;  ///< windows whose middle is in a cycle of the activity, of all windows
  double recall = 0;     ///< cycles of the activity with the middle of a window in them, of all
};
StepQuality qualityOf(std::span<const MotifSet> found, const StepData& data,
                      const StepQuery& query);

/// Mean and standard deviation over the queries: "ndcg", "precision", "recall".
std::vector<LabFigure> figuresOf(std::span<const StepQuality> qualities);

}  // namespace espy::lab
