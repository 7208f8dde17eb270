// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/timings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace espy::cli {

std::string timingsTitle(const std::string& what, std::size_t found, const RunReport& report,
                         const char* chosen) {
  std::string title = fmt::format("{}, {} found, engine {}, {} thread{}", what, found,
                                  report.engine, report.threads, report.threads == 1 ? "" : "s");
  if (!report.choice.empty()) title += std::string("\n  ") + chosen + report.choice.text();
  if (!report.fallback.empty()) title += "\n  but:  " + report.fallback.text();
  if (!report.strategy.empty()) title += "\n  how:  " + report.strategy.text();
  return title;
}

std::string timingsTable(const std::string& title, const Timeline& timeline,
                         double totalMilliseconds) {
  std::size_t width = 5;
  for (const Timeline::Stage& stage : timeline.stages()) width = std::max(width, stage.name.size());

  std::string table =
      fmt::format("{}\n  {:<{}}  {:>12}  {:>7}\n", title, "stage", width, "ms", "share");
  const auto row = [&](const std::string& name, double ms) {
    const double share = totalMilliseconds > 0 ? 100 * ms / totalMilliseconds : 0;
    table += fmt::format("  {:<{}}  {:>12.3f}  {:>5.1f} %\n", name, width, ms, share);
  };
  for (const Timeline::Stage& stage : timeline.stages()) row(stage.name, stage.milliseconds);
  row("other", std::max(0.0, totalMilliseconds - timeline.totalMilliseconds()));
  row("total", totalMilliseconds);
  return table;
}

std::string memberTimings(const RunReport& report) {
  double most = 0;
  std::size_t width = 5;
  for (const auto& [engine, timeline] : report.members) {
    most = std::max(most, timeline.totalMilliseconds());
    width = std::max(width, engine.size());
  }
  constexpr double kBar = 40;  // characters
  std::string lines;
  for (const auto& [engine, timeline] : report.members) {
    const double ms = timeline.totalMilliseconds();
    const auto bar = static_cast<std::size_t>(most > 0 ? std::lround(kBar * ms / most) : 0);
    lines += fmt::format("  {:<{}}  {:>12.3f}  {}\n", engine, width, ms, std::string(bar, '#'));
  }
  return lines;
}

}  // namespace espy::cli
