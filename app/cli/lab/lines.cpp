// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace espy::cli {
namespace {

/// Characters of UTF-8 text.
std::size_t lengthOf(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string figure(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string figure(const std::optional<double>& value) {
  return value ? figure(*value) : "-";
}

std::string aligned(const std::vector<Line>& lines, std::size_t left) {
  std::vector<std::size_t> widths;
  for (const Line& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], lengthOf(line[i]));
  }
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string padding(widths[i] - lengthOf(line[i]), ' ');
      text += "  " + (i < left ? line[i] + padding : padding + line[i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace espy::cli
