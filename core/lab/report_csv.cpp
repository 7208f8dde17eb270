// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>

#include "base/csv.h"
#include "espy/engine/lab.h"
#include "lab/report.h"

namespace espy::lab {
namespace {

std::string text(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string statistics(const Statistics& of) {
  if (of.count == 0) return ",,,,,";
  return fmt::format("{},{},{},{},{},{}", of.median, of.mad, of.mean, of.deviation, of.least,
                     of.most);
}

/// All stages in one field, since they differ by strategy: "sums 1.5; minimum 0.1".
std::string stages(const LabRow& row) {
  std::string all;
  for (const MeasuredStage& stage : row.stages) {
    all += fmt::format("{}{} {}", all.empty() ? "" : "; ", stage.name, stage.milliseconds.median);
  }
  return all;
}

}  // namespace

std::string csvOf(const LabReport& report) {
  std::string csv =
      "experiment,swept,value,strategy,threads,runs,work_median_ms,work_mad_ms,work_mean_ms,"
      "work_sd_ms,work_least_ms,work_most_ms,whole_median_ms,whole_mad_ms,whole_mean_ms,"
      "whole_sd_ms,whole_least_ms,whole_most_ms,first_ms,speed_up,whole_speed_up,"
      "relative_speed_up,efficiency,gigabytes_per_second,gigaoperations_per_second,items_per_"
      "second,of_floor,"
      "same,differing,stages_ms,refusal\r\n";
  for (const LabPoint& point : report.points) {
    for (const LabRow& row : point.rows) {
      const bool ran = row.refusal.empty();
      csv += csvField(report.experiment.name) + ',' + csvField(report.swept) + ',' +
             csvField(point.value) + ',' + csvField(row.strategy) + ',';
      csv += fmt::format("{},{},", row.threads, row.work.count) + statistics(row.work) + ',' +
             statistics(row.whole) + ',' + (ran ? fmt::format("{}", row.firstWhole) : "") + ',';
      for (const auto& value : {row.speedUp, row.wholeSpeedUp, row.relativeSpeedUp, row.efficiency,
                                row.gigabytes, row.gigaoperations, row.items, row.ofFloor}) {
        csv += text(value) + ',';
      }
      csv += std::string(!ran       ? ""
                         : row.same ? "yes"
                                    : "no") +
             ',' + (row.differing ? fmt::format("{}", *row.differing) : "") + ',' +
             csvField(stages(row)) + ',' + csvField(row.refusal.text()) + "\r\n";
    }
  }
  return csv;
}

std::string csvOf(const LabComparison& comparison) {
  std::string csv =
      "paper,exhibit,row,series,unit,published,words,ours,spread,threads,same,refusal\r\n";
  const LabExhibit& exhibit = comparison.exhibit;
  for (std::size_t row = 0; row < exhibit.rows.size(); ++row) {
    for (const LabSeries& series : exhibit.series) {
      const LabCell& cell = series.cells[row];
      for (const std::string* field :
           {&comparison.paper, &exhibit.id, &exhibit.rows[row], &series.name, &cell.unit}) {
        csv += csvField(*field) + ',';
      }
      csv += text(cell.published) + ',' + csvField(cell.words) + ',' + text(cell.ours) + ',';
      csv += cell.ours
                 ? fmt::format("{},{},{},", cell.spread, cell.threads, cell.same ? "yes" : "no")
                 : ",,,";
      csv += csvField(cell.refusal.text()) + "\r\n";
    }
  }
  return csv;
}

}  // namespace espy::lab
