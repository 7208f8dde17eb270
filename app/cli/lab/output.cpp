// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace espy::cli {
namespace {

using Line = std::vector<std::string>;

/// Column of items per second, if the experiment has any.
constexpr std::ptrdiff_t kItemsColumn = 2;

/// Three significant digits.
std::string figure(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}
std::string figure(const std::optional<double>& value) {
  return value ? figure(*value) : "-";
}
std::string percent(const std::optional<double>& part) {
  return part ? fmt::format("{} %", figure(100 * *part)) : "-";
}

/// "yes", or the number of differing results, if known.
std::string sameness(const LabRow& row) {
  if (row.same) return "yes";
  return row.differing ? fmt::format("{} differ", *row.differing) : "NO";
}

Line lineOf(const LabRow& row, bool itemised) {
  Line line{row.strategy,
            row.threads > 0 ? std::to_string(row.threads) : "GPU",
            figure(row.work.median),
            figure(row.work.mad),
            figure(row.work.mean),
            figure(row.work.deviation),
            figure(row.whole.median),
            figure(row.firstWhole),
            figure(row.speedUp),
            figure(row.wholeSpeedUp),
            figure(row.relativeSpeedUp),
            figure(row.efficiency),
            figure(row.gigabytes),
            figure(row.gigaoperations),
            percent(row.ofFloor),
            sameness(row)};
  if (itemised) line.insert(line.begin() + kItemsColumn, figure(row.items));
  return line;
}

/// Aligns columns: the first to the left, the others to the right.
std::string aligned(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths;
  for (const Line& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row = fmt::format("  {:<{}}", line[0], widths[0]);
    for (std::size_t i = 1; i < line.size(); ++i) {
      fmt::format_to(std::back_inserter(row), "  {:>{}}", line[i], widths[i]);
    }
    text += row + '\n';
  }
  return text;
}

}  // namespace

std::string labList(std::span<const LabExperiment> experiments) {
  std::string text;
  for (const LabExperiment& experiment : experiments) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", experiment.name, experiment.title.text());
    for (const LabParameter& parameter : experiment.parameters) {
      const std::string takes = parameter.choices.empty()
                                    ? fmt::format("{}..{}", parameter.least, parameter.most)
                                    : fmt::format("{}", fmt::join(parameter.choices, "|"));
      fmt::format_to(std::back_inserter(text), "  {}={}  {} ({})\n", parameter.name,
                     parameter.value, parameter.about.text(), takes);
      if (parameter.sweep.empty()) continue;
      fmt::format_to(std::back_inserter(text), "      sweep: {}\n",
                     fmt::join(parameter.sweep, ","));
    }
  }
  return text;
}

std::string labTitle(const LabReport& report) {
  std::string text =
      fmt::format("{}: {}\n", report.experiment.name, report.experiment.title.text());
  std::vector<std::string> settings;
  for (const auto& [name, value] : report.settings)
    settings.push_back(fmt::format("{}={}", name, value));
  fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(settings, " "));
  for (const auto& [name, value] : report.machine) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", name, value);
  }
  fmt::format_to(std::back_inserter(text),
                 "median, MAD, mean and deviation of {} runs in milliseconds; whole: with "
                 "transfers; first: the warm-up run\n",
                 report.runs);
  return text;
}

std::string labTable(const LabReport& report, const LabPoint& point) {
  std::string text =
      report.swept.empty() ? "\n" : fmt::format("\n{} = {}\n", report.swept, point.value);
  const std::string rate = fmt::format("G {}/s", report.experiment.operation.text());
  std::vector<Line> lines{{"strategy", "threads", "median", "MAD", "mean", "sd", "whole", "first",
                           "S", "S whole", "RS", "E", "GB/s", rate, "of floor", "same"}};
  const Message& items = report.experiment.items;
  if (!items.empty()) {
    lines[0].insert(lines[0].begin() + kItemsColumn, fmt::format("{}/s", items.text()));
  }
  std::string refusals;
  for (const LabRow& row : point.rows) {
    if (row.refusal.empty()) {
      lines.push_back(lineOf(row, !items.empty()));
    } else {
      fmt::format_to(std::back_inserter(refusals), "  {}{} did not run: {}\n", row.strategy,
                     row.threads > 1 ? fmt::format(" ({} threads)", row.threads) : "",
                     row.refusal.text());
    }
  }
  return text + aligned(lines) + refusals;
}

std::string labClosing(const LabReport& report) {
  std::string text = "\n";
  for (const LabPublished& figure : report.experiment.published) {
    fmt::format_to(std::back_inserter(text), "published, {}: {}\n", figure.strategy,
                   figure.words.text());
  }
  for (const Message& sentence : report.conclusions) text += sentence.text() + '\n';
  return text.size() > 1 ? text : "";
}

}  // namespace espy::cli
