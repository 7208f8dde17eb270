// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "desktop/timing_data.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// An experiment that is never run: two numbers, one of them the threads, and a choice.
inline LabExperiment someExperiment(const std::string& name = "made-up") {
  LabExperiment made;
  made.name = name;
  made.title = "Made up: sums of squares";
  made.about = "Adds up squares by several strategies, which all must find the same sum.";
  made.operation = "squares";
  made.parameters = {
      {"length", "numbers to be squared", "1000", {}, 10, 1000000, {"500", "1000", "2000"}},
      {"threads", "threads of OpenMP", "4", {}, 1, 64, {"1", "2", "4"}},
      {"kind", "what the numbers are", "whole", {"whole", "float"}, 0, 0, {"whole", "float"}},
      {"seed", "of the random numbers", "7", {}, 0, 100, {}}};
  made.published = {{"cuda-naive", 0.5, 0.6, "Somebody's card, made up for this test."}};
  return made;
}

/// A strategy that took this time.
inline LabRow labRow(const std::string& strategy, int threads, double milliseconds) {
  LabRow row;
  row.strategy = strategy;
  row.threads = threads;
  row.firstWhole = milliseconds * 1.5;
  row.whole = statisticsAround(milliseconds);
  row.work = statisticsAround(milliseconds * 0.9);
  row.stages = {{"sums", statisticsAround(milliseconds * 0.9), {}},
                {"other", statisticsAround(milliseconds * 0.1), {}}};
  row.gigabytes = 10 / milliseconds;
  row.gigaoperations = 100 / milliseconds;
  row.ofFloor = 0.25;
  return row;
}

inline LabRow refusedRow(const std::string& strategy) {
  LabRow row;
  row.strategy = strategy;
  row.threads = 0;
  row.refusal = "no NVIDIA driver (libcuda.so.1) was found";
  return row;
}

/// A point with all strategies; OpenMP's time is a fraction of `milliseconds`.
inline LabPoint labPoint(const std::string& value, double milliseconds, int threads) {
  LabPoint point;
  point.value = value;
  point.rows = {labRow("sequential", 1, milliseconds)};
  if (threads > 1) point.rows.push_back(labRow("openmp-lock", 1, milliseconds * 1.1));
  point.rows.push_back(labRow("openmp-lock", threads, milliseconds / (0.8 * threads)));
  point.rows.push_back(refusedRow("cuda-naive"));
  for (LabRow& row : point.rows) {
    if (!row.refusal.empty()) continue;
    row.speedUp = point.rows[0].work.median / row.work.median;
    row.wholeSpeedUp = row.speedUp;
    row.efficiency = *row.speedUp / row.threads;
    if (row.threads > 1) row.relativeSpeedUp = point.rows[1].work.median / row.work.median;
  }
  return point;
}

/// A report, with a sweep if `swept` is not empty.
inline LabReport someReport(const std::string& swept = {}) {
  LabReport report;
  report.experiment = someExperiment();
  report.settings = {{"length", "1000"}, {"threads", "4"}, {"kind", "whole"}, {"seed", "7"}};
  report.swept = swept;
  report.runs = 10;
  if (swept == "length") {
    report.points = {labPoint("500", 5, 4), labPoint("1000", 10, 4), labPoint("2000", 20, 4)};
    report.settings[0].second = "500,1000,2000";
  } else if (swept == "threads") {
    report.points = {labPoint("1", 10, 1), labPoint("2", 10, 2), labPoint("4", 10, 4)};
    report.settings[1].second = "1,2,4";
  } else if (swept == "kind") {
    report.points = {labPoint("whole", 10, 4), labPoint("float", 12, 4)};
    report.settings[2].second = "whole,float";
  } else {
    report.points = {labPoint("", 10, 4)};
  }
  report.conclusions = {"The lock costs a tenth on one thread."};
  report.machine = {{"cpu", "made up"}, {"threads", "4"}};
  return report;
}

}  // namespace espy::desktop
