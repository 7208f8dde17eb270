// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/table_titles.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "signal/files/text.h"

namespace espy::recordings {

Title titleOf(std::string_view cell) {
  if (cell.size() > 1 && cell.front() == '\'' && cell.back() == '\'') {
    cell = cell.substr(1, cell.size() - 2);
  }
  const bool bracketed = cell.ends_with(')') || cell.ends_with(']');
  const std::size_t open = cell.rfind(cell.ends_with(')') ? " (" : " [");
  if (!bracketed || open == std::string_view::npos || open == 0) return {utf8Of(cell), ""};
  return {utf8Of(trimmed(cell.substr(0, open))),
          utf8Of(cell.substr(open + 2, cell.size() - open - 3))};
}

std::optional<double> secondsOfUnit(const std::string& name) {
  std::string plain;
  for (const char c : name) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0;
    plain += kept ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : ' ';
  }
  std::string_view rest = plain;
  std::string words;
  for (std::string_view word = nextWord(rest); !word.empty(); word = nextWord(rest)) {
    words += (words.empty() ? "" : " ") + std::string(word);
  }
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ns", 1e-9},    {"us", 1e-6},     {"ms", 1e-3}, {"msec", 1e-3},  {"milliseconds", 1e-3},
      {"s", 1},        {"sec", 1},       {"secs", 1},  {"second", 1},   {"seconds", 1},
      {"min", 60},     {"minutes", 60},  {"h", 3600},  {"hours", 3600}, {"sekunden", 1},
      {"minuten", 60}, {"stunden", 3600}};
  constexpr std::string_view kTimes[] = {
      "time",       "times", "t",           "timestamp", "elapsed time", "date time",    "datetime",
      "timestamps", "zeit",  "zeitstempel", "datum",     "datum zeit",   "datum uhrzeit"};
  const auto isTime = [&](std::string_view word) {
    return std::find(std::begin(kTimes), std::end(kTimes), word) != std::end(kTimes);
  };
  if (isTime(words)) return 1;
  for (const auto& [unit, seconds] : kUnits) {
    // "h" and "min" alone may be heights and minima.
    if (words == unit && seconds <= 1) return seconds;
    if (words.size() > unit.size() + 1 && words.ends_with(unit) &&
        words[words.size() - unit.size() - 1] == ' ' &&
        isTime(std::string_view(words).substr(0, words.size() - unit.size() - 1))) {
      return seconds;
    }
  }
  return {};
}

std::optional<double> secondsOfUnit(const Title& title) {
  const std::optional<double> unit = secondsOfUnit(title.name + " " + title.unit);
  // "hh:mm:ss" is no unit, and says that these are times.
  const bool clock = title.unit.empty() || title.unit.find(':') != std::string::npos;
  return unit || !clock ? unit : secondsOfUnit(title.name);
}

}  // namespace espy::recordings
