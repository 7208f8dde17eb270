// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "signal/files/source.h"
#include "signal/files/table.h"
#include "signal/files/text.h"

namespace espy::recordings {
namespace {

/// `count` digits; `text` moves past them.
std::optional<int> digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return {};
  int number = 0;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return {};
    number = number * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return number;
}

bool accept(std::string_view& text, std::string_view any) {
  if (text.empty() || any.find(text[0]) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// One or two digits of a day or month.
std::optional<int> oneOrTwo(std::string_view& text) {
  const bool two = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
  return digits(text, two ? 2 : 1);
}

/// "2024-05-01" or "2024/05/01".
std::optional<std::chrono::year_month_day> yearFirst(std::string_view& text) {
  const std::optional<int> year = digits(text, 4);
  if (!year || !accept(text, "-/")) return {};
  const std::optional<int> month = digits(text, 2);
  if (!month || !accept(text, "-/")) return {};
  const std::optional<int> day = digits(text, 2);
  if (!day) return {};
  return std::chrono::year(*year) / static_cast<int>(*month) / static_cast<int>(*day);
}

/// "1.5.2024" or "01.05.2024".
std::optional<std::chrono::year_month_day> dayFirst(std::string_view& text) {
  const std::optional<int> day = oneOrTwo(text);
  if (!day || !accept(text, ".")) return {};
  const std::optional<int> month = oneOrTwo(text);
  if (!month || !accept(text, ".")) return {};
  const std::optional<int> year = digits(text, 4);
  if (!year) return {};
  return std::chrono::year(*year) / static_cast<int>(*month) / static_cast<int>(*day);
}

/// A date in seconds since 1970; removes it and what separates it from the time of day.
std::optional<double> dateSeconds(std::string_view& text) {
  std::string_view rest = text;
  std::optional<std::chrono::year_month_day> date = yearFirst(rest);
  if (!date) date = dayFirst(rest = text);
  if (!date || !date->ok() || (!rest.empty() && !accept(rest, "T "))) return {};
  text = rest;
  const std::chrono::sys_days days(*date);
  return static_cast<double>(days.time_since_epoch().count()) * 86400.0;
}

/// Removes a trailing zone ("Z", "+01", "+0100" or "-01:30", with or without a space). Returns its
/// offset from UTC in seconds.
std::optional<double> zoneSeconds(std::string_view& text) {
  const std::size_t at = text.find_first_of("+-Z");
  std::string_view zone = text.substr(at);
  text = text.substr(0, at);
  if (text.ends_with(' ')) text.remove_suffix(1);
  if (text.ends_with(' ')) return {};
  if (zone == "Z") return 0;
  const double sign = zone[0] == '-' ? -1 : 1;
  zone.remove_prefix(1);
  const std::optional<int> hours = digits(zone, 2);
  if (!hours || *hours > 23) return {};
  if (zone.empty()) return sign * *hours * 3600;
  accept(zone, ":");
  const std::optional<int> minutes = digits(zone, 2);
  if (!minutes || *minutes > 59 || !zone.empty()) return {};
  return sign * (*hours * 3600 + *minutes * 60);
}

/// "1:02:03.5", "1:02:03,5" or "02:03".
std::optional<double> daySeconds(std::string_view text) {
  double seconds = 0;
  for (int parts = 1;; ++parts) {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    std::string plain(part.substr(0, 20));
    std::replace(plain.begin(), plain.end(), ',', '.');
    const std::optional<double> number = numberIn(plain);
    if (!number || *number < 0 || part.size() > 20 || parts > 3) return {};
    seconds = seconds * 60 + *number;
    if (colon == std::string_view::npos) return parts > 1 ? std::optional(seconds) : std::nullopt;
    text.remove_prefix(colon + 1);
  }
}

/// Numbers this large are times since 1970 in a smaller unit than seconds.
double unitOfMoments(double moment) {
  if (std::abs(moment) > 1e17) return 1e-9;
  if (std::abs(moment) > 1e14) return 1e-6;
  if (std::abs(moment) > 1e11) return 1e-3;
  return 1;
}

/// The smallest decimal step that all times are multiples of; 0 if unknown.
double grainOf(std::span<const double> times) {
  for (const double grain : {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const auto fits = [grain](double time) {
      const double steps = time / grain;
      return std::abs(steps - std::round(steps)) < 1e-4;
    };
    if (std::all_of(times.begin(), times.end(), fits)) return grain;
  }
  return 0;
}

/// The largest deviation of times from even steps.
double worstOf(std::span<const double> times, double step) {
  double worst = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double off = std::abs(times[i] - times[0] - static_cast<double>(i) * step);
    if (!(off <= worst)) worst = off;  // also NaN
  }
  return worst;
}

}  // namespace

std::optional<ClockTime> clockTime(std::string_view cell) {
  if (cell.size() >= 2 && (cell[0] == '\'' || cell[0] == '[')) {
    cell = trimmed(cell.substr(1, cell.size() - 2));
  }
  std::string_view rest = cell;
  const std::optional<double> date = dateSeconds(rest);
  if (date && rest.empty()) return ClockTime{*date, false};
  const bool zoned = rest.find_first_of("+-Z") != std::string_view::npos;
  const std::optional<double> ahead = zoned ? zoneSeconds(rest) : 0;
  const std::optional<double> time = daySeconds(rest);
  if (!time || !ahead) return {};
  return ClockTime{date.value_or(0) + *time - *ahead, zoned};
}

std::optional<double> ClockParser::seconds(std::string_view cell) {
  const std::optional<ClockTime> time = clockTime(cell);
  if (!time) return {};
  mixed_ = zoned_.value_or(time->zoned) != time->zoned;
  if (mixed_) return {};
  zoned_ = time->zoned;
  return time->seconds;
}

TimeSteps stepsOf(std::span<const double> times, double unit) {
  if (times.size() < 2) return {};
  const auto steps = static_cast<double>(times.size() - 1);
  if (unit == 1) unit = unitOfMoments(times.front());
  const double span = times.back() - times.front();
  if (!std::isfinite(span) || span <= 0) {
    return {0, phrase("its times do not increase from line to line and are not used")};
  }
  const double rate = steps / (span * unit);
  // Rounded times come from an integer rate if one fits as well.
  const double whole = std::round(rate);
  const double grain = grainOf(times);
  const bool near = std::abs(rate - whole) < 0.01 * rate;
  const bool snaps = near && std::abs(span - steps / (whole * unit)) <= grain * 1.001;
  const bool nearly = std::abs(rate - whole) <= 1e-9 * rate;
  const double worst = worstOf(times, span / steps);
  if (worst > std::max(0.5 * span / steps, grain)) {
    return {snaps || nearly ? whole : rate,
            phrase("its times are uneven, by up to {} s, and are read as {} samples a second",
                   shown(worst * unit), shown(rate))};
  }
  return {snaps || nearly ? whole : rate, {}};
}

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
    // "h" and "min" alone may mean heights and minima.
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
  // "hh:mm:ss" is no unit but marks times.
  const bool clock = title.unit.empty() || title.unit.find(':') != std::string::npos;
  return unit || !clock ? unit : secondsOfUnit(title.name);
}

}  // namespace espy::recordings
