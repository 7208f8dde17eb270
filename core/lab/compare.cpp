// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Measures our values of a paper's exhibit: cells with the same settings are one run.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/papers.h"
#include "lab/settings.h"

namespace espy::lab {
namespace {

constexpr const char* kThreads = "threads";
constexpr const char* kOneThread = "1";
constexpr const char* kWeakEfficiency = "weak_efficiency";
constexpr std::string_view kOver = "over ";

/// Cells that one run of an experiment fills.
struct Group {
  LabRequest request;
  std::vector<std::string> values;  ///< of the swept setting, in the order of the points
  std::vector<std::pair<LabCell*, Location>> cells;
};

/// Applies the caller's settings to the location of a cell in this row.
void replaceSettings(const LabRequest& request, const ExhibitPlan& plan, std::size_t row,
                     Location& location) {
  const std::size_t rows = plan.locations.front().size();
  for (const auto& [name, value] : request.settings) {
    if (value == "sweep") {  // all rows would have its first value
      throw Error(ErrorCode::badUse,
                  phrase("{}: takes values, not sweep: the rows are the paper's", name));
    }
    const std::vector<std::string> values = split(value);
    if (values.size() > 1 && name != plan.sweep) {
      throw Error(ErrorCode::badUse,
                  phrase("{}: takes one value here, because the rows do not vary it", name));
    }
    if (values.size() > 1 && values.size() != rows) {
      throw Error(ErrorCode::badUse, phrase("{}: takes {} values here, one for each row, not {}",
                                            name, rows, values.size()));
    }
    location.settings[name] = values.size() > 1 ? values[row] : value;
  }
}

/// Limits `threads` to this machine's; returns why a row that varies them has no value.
Message limitThreads(const std::string& sweep, Location& location) {
  const auto found = location.settings.find(kThreads);
  if (found == location.settings.end()) return {};
  const int most = hardwareThreads();
  int asked = 0;  // what is no number is refused with the other settings
  const std::string& value = found->second;
  std::from_chars(value.data(), value.data() + value.size(), asked);
  if (asked <= most) return {};
  if (sweep == kThreads) return phrase("this machine has {} threads", most);
  found->second = std::to_string(most);
  return {};
}

/// Baselines other than those that a strategy states itself.
void addStrategies(const Location& location, std::vector<std::string>& strategies) {
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(strategies, name) == strategies.end()) strategies.push_back(name);
  };
  add(location.strategy);
  const std::set<std::string> ofSequential{"speed_up", "whole_speed_up", "efficiency"};
  if (ofSequential.contains(location.measure)) add("sequential");
  if (location.measure.starts_with(kOver)) add(location.measure.substr(kOver.size()));
}

void place(LabCell& cell, const Location& location, const std::string& sweep,
           std::vector<Group>& groups) {
  std::map<std::string, std::string> fixed = location.settings;
  std::string value;
  if (const auto swept = fixed.find(sweep); swept != fixed.end()) {
    value = swept->second;
    fixed.erase(swept);
  }
  const std::vector<std::pair<std::string, std::string>> settings(fixed.begin(), fixed.end());
  auto group = std::ranges::find_if(groups, [&](const Group& one) {
    return one.request.experiment == location.experiment && one.request.settings == settings &&
           one.values.front().empty() == value.empty();
  });
  if (group == groups.end()) {
    Group made;
    made.request.experiment = location.experiment;
    made.request.settings = settings;
    made.request.baselines = false;
    groups.push_back(std::move(made));
    group = groups.end() - 1;
  }
  const auto addValue = [&](const std::string& one) {
    if (std::ranges::find(group->values, one) == group->values.end()) group->values.push_back(one);
  };
  addValue(value);
  if (location.measure == kWeakEfficiency) addValue(kOneThread);
  addStrategies(location, group->request.strategies);
  if (location.measure.starts_with("relative_")) group->request.baselines = true;
  group->cells.emplace_back(&cell, location);
}

const Statistics* timesOf(const LabRow& row, const std::string& measure) {
  constexpr std::string_view kStage = "stage ";
  if (measure == "work") return &row.work;
  if (measure == "whole") return &row.whole;
  if (!measure.starts_with(kStage)) return nullptr;
  const auto found =
      std::ranges::find(row.stages, measure.substr(kStage.size()), &MeasuredStage::name);
  return found == row.stages.end() ? nullptr : &found->milliseconds;
}

/// A value that is no time.
std::optional<double> ratioOf(const LabRow& row, const std::string& measure) {
  if (measure == "speed_up") return row.speedUp;
  if (measure == "whole_speed_up") return row.wholeSpeedUp;
  if (measure == "relative_speed_up") return row.relativeSpeedUp;
  if (measure == "efficiency") return row.efficiency;
  if (measure == "relative_efficiency" && row.relativeSpeedUp) {
    return *row.relativeSpeedUp / std::max(1, row.threads);
  }
  if (measure == "items") return row.items;
  if (measure == "error") return row.error;
  if (measure == "overflows" && row.overflows) return static_cast<double>(*row.overflows);
  if (measure == "gigaoperations") return row.gigaoperations;
  return std::nullopt;
}

/// Microseconds for each result of a run.
bool isPerItem(const std::string& unit) {
  return unit == "us/image";
}

/// Units for one of milliseconds, of a ratio, or of items.
double factorOf(const std::string& unit) {
  if (unit == "GFLOP/s") return 1e-9;
  if (unit == "s") return 1e-3;
  if (unit == "us" || isPerItem(unit)) return 1e3;
  return unit == "%" ? 100 : 1;
}

/// The time of one thread, with its own work, over the time of this row.
std::optional<double> weakEfficiency(const Group& group, const LabReport& report,
                                     const LabRow& row) {
  const auto at =
      static_cast<std::size_t>(std::ranges::find(group.values, kOneThread) - group.values.begin());
  if (at >= report.points.size() || row.work.median <= 0) return std::nullopt;
  const LabRow* one = rowOf(report.points[at], row.strategy);
  if (one == nullptr) return std::nullopt;
  return one->work.median / row.work.median;
}

/// The time of another strategy over the time of this row.
std::optional<double> timesAsFast(const std::string& measure, const LabPoint& point,
                                  const LabRow& row) {
  const LabRow* other = rowOf(point, measure.substr(kOver.size()));
  if (other == nullptr || row.work.median <= 0) return std::nullopt;
  return other->work.median / row.work.median;
}

void fill(LabCell& cell, const Location& location, const LabPoint& point, const Group& group,
          const LabReport& report) {
  const LabRow* row = rowOf(point, location.strategy);
  if (row == nullptr) {
    for (const LabRow& one : point.rows) {
      if (one.strategy == location.strategy) cell.refusal = one.refusal;
    }
    if (cell.refusal.empty()) cell.refusal = phrase("there is no such strategy");
    return;
  }
  cell.threads = row->threads;
  cell.same = row->same || row->differing;  // rounding is no error
  const double factor = factorOf(location.unit) * (isPerItem(location.unit) ? 1 / point.items : 1);
  if (location.measure == "error" && row->overflows.value_or(0) > 0) {
    cell.refusal = phrase("overflow");
    return;
  }
  if (location.measure == "first") {
    cell.ours = factor * row->firstWhole;
  } else if (const Statistics* times = timesOf(*row, location.measure)) {
    const bool mean = location.statistic == "mean";
    cell.ours = factor * (mean ? times->mean : times->median);
    cell.spread = factor * (mean ? times->deviation : times->mad);
  } else if (const auto figure =
                 std::ranges::find(row->figures, location.measure, &LabFigure::name);
             figure != row->figures.end()) {
    cell.ours = factor * figure->value;
    cell.spread = factor * figure->spread;
  } else if (const auto ratio =
                 location.measure == kWeakEfficiency   ? weakEfficiency(group, report, *row)
                 : location.measure.starts_with(kOver) ? timesAsFast(location.measure, point, *row)
                                                       : ratioOf(*row, location.measure)) {
    cell.ours = factor * *ratio;
  } else {
    cell.refusal = phrase("{} was not measured", location.measure);
  }
}

void runGroup(Group& group, const std::string& sweep, const Engines& engines,
              const Control& control, LabComparison& comparison) {
  const bool swept = !group.values.front().empty();
  if (swept) {
    group.request.settings.emplace_back(sweep, fmt::format("{}", fmt::join(group.values, ",")));
  }
  const LabReport report =
      run(*experimentNamed(group.request.experiment), engines, group.request, control);
  comparison.machine = report.machine;
  comparison.cancelled = comparison.cancelled || report.cancelled;
  for (auto& [cell, location] : group.cells) {
    const std::string value = swept ? location.settings.at(sweep) : "";
    const auto at = std::ranges::find(group.values, value) - group.values.begin();
    if (static_cast<std::size_t>(at) < report.points.size()) {
      fill(*cell, location, report.points[static_cast<std::size_t>(at)], group, report);
    } else {
      cell->refusal = phrase("cancelled");
    }
  }
}

}  // namespace

LabComparison compare(const Paper& paper, const std::string& exhibit, const Engines& engines,
                      const LabRequest& request, const Control& control) {
  const auto& all = paper.published.exhibits;
  const auto found = std::ranges::find(all, exhibit, &LabExhibit::id);
  if (found == all.end()) {
    std::vector<std::string> names;
    for (const LabExhibit& one : all) names.push_back(one.id);
    throw Error(ErrorCode::badUse,
                phrase("{} has no {}; its tables and figures are {}", paper.published.name, exhibit,
                       fmt::format("{}", fmt::join(names, ", "))));
  }
  LabComparison comparison;
  comparison.paper = paper.published.name;
  comparison.exhibit = *found;
  comparison.runs = request.runs;
  const ExhibitPlan& plan = paper.plans[static_cast<std::size_t>(found - all.begin())];
  std::vector<Group> groups;
  for (std::size_t s = 0; s < plan.locations.size(); ++s) {
    for (std::size_t r = 0; r < plan.locations[s].size(); ++r) {
      LabCell& cell = comparison.exhibit.series[s].cells[r];
      Location location = plan.locations[s][r];
      if (location.experiment.empty() || location.measure.empty()) continue;
      replaceSettings(request, plan, r, location);
      cell.refusal = limitThreads(plan.sweep, location);
      if (cell.refusal.empty()) place(cell, location, plan.sweep, groups);
    }
  }
  for (std::size_t i = 0; i < groups.size() && !comparison.cancelled; ++i) {
    groups[i].request.runs = request.runs;
    groups[i].request.patience = request.patience;
    runGroup(groups[i], plan.sweep, engines, control.forPart(i, groups.size()), comparison);
  }
  return comparison;
}

}  // namespace espy::lab
