// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/figures.h"

#include <algorithm>

namespace espy::lab {
namespace {

constexpr const char* kSequential = "sequential";

/// Stages that only transfer or generate data.
bool onlyMoves(const std::string& stage) {
  return stage == "upload" || stage == "download" || stage == "generate" || stage == "other";
}

Statistics workOf(const MeasuredEngine& measured) {
  std::vector<double> times(measured.milliseconds.size());
  bool staged = false;
  for (const MeasuredStage& stage : measured.stages) {
    if (onlyMoves(stage.name)) continue;
    staged = true;
    for (std::size_t run = 0; run < times.size(); ++run) times[run] += stage.each[run];
  }
  return staged ? statisticsOf(times) : measured.total;
}

const LabRow* rowNamed(const std::vector<LabRow>& rows, const std::string& strategy, int threads) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const LabRow& row) {
    return row.strategy == strategy && row.threads == threads && row.work.count > 0;
  });
  return found == rows.end() ? nullptr : &*found;
}

std::optional<double> ratio(double of, double by) {
  return by > 0 ? std::optional<double>(of / by) : std::nullopt;
}

}  // namespace

LabRow rowOf(const MeasuredEngine& measured, bool same) {
  LabRow row;
  row.strategy = measured.engine;
  row.threads = measured.threads;
  row.refusal = measured.refusal;
  row.same = same;
  row.firstWhole = measured.firstMilliseconds;
  row.whole = measured.total;
  row.work = workOf(measured);
  row.stages = measured.stages;
  return row;
}

void refer(std::vector<LabRow>& rows, const std::vector<Reference>& references) {
  const LabRow* sequential = rowNamed(rows, kSequential, 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    LabRow& row = rows[i];
    const Reference& reference = references[i];
    const double time = row.work.median;
    if (row.work.count == 0) continue;
    if (sequential != nullptr) {
      row.speedUp = ratio(sequential->work.median, time);
      row.wholeSpeedUp = ratio(sequential->whole.median, row.whole.median);
      const double processors = row.threads > 0 ? row.threads : reference.gpuThreads;
      if (row.speedUp) row.efficiency = ratio(*row.speedUp, processors);
    }
    if (const LabRow* base = rowNamed(rows, reference.baseline, reference.baselineThreads)) {
      row.relativeSpeedUp = ratio(base->work.median, time);
    }
    constexpr double kGigaInMilliseconds = 1e6;
    if (reference.bytes > 0) row.gigabytes = ratio(reference.bytes / kGigaInMilliseconds, time);
    if (reference.operations > 0) {
      row.gigaoperations = ratio(reference.operations / kGigaInMilliseconds, time);
    }
    constexpr double kMillisecondsASecond = 1e3;
    if (reference.items > 0) row.items = ratio(reference.items * kMillisecondsASecond, time);
    if (row.gigaoperations && reference.floorRate > 0) {
      row.ofFloor = *row.gigaoperations * 1e9 / reference.floorRate;
    }
  }
}

}  // namespace espy::lab
