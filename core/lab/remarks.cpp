// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The sentences below a paper's exhibit.
#include <algorithm>

#include "lab/report.h"

namespace espy::lab {
namespace {

/// Published and our value differ much from this factor on.
constexpr double kMuch = 2;

void add(std::vector<LabRemark>& remarks, LabRemark::Kind kind, const Message& text,
         const std::string& series) {
  auto known = std::ranges::find_if(
      remarks, [&](const LabRemark& one) { return one.kind == kind && one.text == text; });
  if (known == remarks.end()) known = remarks.insert(remarks.end(), {kind, {}, text});
  if (std::ranges::find(known->series, series) == known->series.end()) {
    known->series.push_back(series);
  }
}

}  // namespace

std::vector<LabRemark> remarksOf(const LabExhibit& exhibit) {
  std::vector<LabRemark> remarks;
  for (const LabSeries& series : exhibit.series) {
    for (const LabCell& cell : series.cells) {
      if (!cell.refusal.empty()) {
        add(remarks, LabRemark::Kind::notMeasured, cell.refusal, series.name);
      }
      const std::optional<double> ratio = cell.ratio();
      if (series.reason.empty() || !ratio) continue;
      if (*ratio >= kMuch || *ratio <= 1 / kMuch) {
        add(remarks, LabRemark::Kind::differs, series.reason, series.name);
      }
    }
  }
  for (const std::string& note : exhibit.notes) {
    remarks.push_back({LabRemark::Kind::note, {}, note});
  }
  return remarks;
}

}  // namespace espy::lab
