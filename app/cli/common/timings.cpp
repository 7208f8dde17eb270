// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/timings.h"

#include <fmt/format.h>

#include <algorithm>

namespace espy::cli {

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

}  // namespace espy::cli
