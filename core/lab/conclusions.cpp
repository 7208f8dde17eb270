// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <fmt/format.h>

#include "base/phrase.h"

namespace espy::lab {

const LabRow* rowOf(const LabPoint& point, const std::string& strategy) {
  const LabRow* found = nullptr;
  for (const LabRow& row : point.rows) {
    if (row.strategy != strategy) continue;
    if (found == nullptr || row.threads >= found->threads) found = &row;
  }
  return found != nullptr && found->work.count > 0 ? found : nullptr;
}

std::string shown(double number) {
  return fmt::format("{:.3g}", number);
}

Message growthOfTimes(const LabReport& report, std::span<const char* const> strategies) {
  if (report.points.size() < 2) return {};
  Message all;
  for (const char* strategy : strategies) {
    const LabRow* from = rowOf(report.points.front(), strategy);
    const LabRow* to = rowOf(report.points.back(), strategy);
    if (from == nullptr || to == nullptr || from->work.median <= 0) continue;
    Message part = phrase("{} {} times", strategy, shown(to->work.median / from->work.median));
    all = all.empty() ? part : phrase("{}, {}", all, part);
  }
  return all;
}

Message growth(const LabReport& report, std::span<const char* const> strategies) {
  const Message times = growthOfTimes(report, strategies);
  if (times.empty()) return {};
  const double first = report.points.front().operations;
  const double last = report.points.back().operations;
  if (first <= 0 || first == last) return {};
  return phrase("While the work grew by a factor of {}, the times grew: {}.", shown(last / first),
                times);
}

}  // namespace espy::lab
