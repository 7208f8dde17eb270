// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/lab.h"
#include "lab/engines.h"

/// Published values of the papers, and where ours come from. The values are data: papers/NAME.json,
///
///     {"paper": "sad", "title": .., "authors": .., "machine": .., "experiment": "signal-sad",
///      "settings": {"queries": "10"},
///      "systems": [{"what": "CUDA Naive", "command": "espy lab signal-sad"},
///                  {"what": "14 GPUs", "reason": "not at hand"}],
///      "exhibits": [
///        {"id": "table-1", "title": .., "rows_are": "len(Data)", "sweep": "samples",
///         "measure": "work", "statistic": "mean", "unit": "s", "notes": [..],
///         "rows": ["50000", {"name": "320000", "settings": {"samples": "3200000"}}],
///         "series": [{"name": "Sequential", "strategy": "sequential", "published": [3.2, 191],
///                     "words": ["± 0.37 %", "± 0.34 %"], "reason": ".."}]}]}
///
/// A cell's value of ours has a location: `experiment`, `settings`, `strategy`, `measure`,
/// `statistic` and `unit`. Paper, exhibit, row and series may each state any of these; the later in
/// this order replaces the earlier, settings one by one. A row that is only text is a value of the
/// setting `sweep`. Cells whose settings differ in `sweep` only are measured as one sweep.
///
/// `measure` is one of work, whole, first (milliseconds), "stage NAME", speed_up, whole_speed_up,
/// relative_speed_up, efficiency, relative_efficiency (RS over the threads), weak_efficiency (one
/// thread's time over the time on as many threads as the row says), "over STRATEGY" (the work of
/// that strategy over this one's), items, gigaoperations, error, overflows, or a figure of the
/// strategy's results (ndcg, precision, recall); `unit` one of s, ms,
/// us, "us/image" (of times; the last for each item), "%" (of a ratio), "GFLOP/s" (of items), or
/// any text that is only printed. Without an experiment there is no value of ours. `systems` are
/// for tools/lab-pages.
namespace espy::lab {

/// Where our value of a cell comes from.
struct Location {
  std::string experiment;
  std::map<std::string, std::string> settings;
  std::string strategy;
  std::string measure;
  std::string statistic;  ///< "mean"; otherwise the median
  std::string unit;
};

struct ExhibitPlan {
  std::string sweep;                             ///< the setting that the rows vary, or empty
  std::vector<std::vector<Location>> locations;  ///< by series, then row
};

struct Paper {
  LabPaper published;
  std::vector<ExhibitPlan> plans;  ///< one for each exhibit
};

/// The texts of papers/*.json.
extern const std::vector<std::string_view> kPaperTexts;

/// Throws `badUse` for a text that is no paper, with a message that names the place.
Paper paperOf(std::string_view json);

/// Implements `labPapers`.
std::vector<LabPaper> papers();
/// Throws `badUse` with the known names.
Paper paperNamed(const std::string& name);

/// Implements `compareWithPaper`.
LabComparison compare(const Paper& paper, const std::string& exhibit, const Engines& engines,
                      const LabRequest& request, const Control& control);

}  // namespace espy::lab
