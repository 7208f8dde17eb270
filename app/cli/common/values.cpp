// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "common/messages.h"
#include "common/suggestion.h"

namespace espy::cli {
namespace {

/// Parses all of `text`; false if it is no number.
template <class Number, class... Base>
bool readAll(const std::string& text, Number& number, Base... base) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base...);
  return error == std::errc() && stop == end;
}

}  // namespace

std::int64_t parseInteger(const std::string& option, const std::string& text, std::int64_t least,
                          std::int64_t most) {
  std::int64_t number = 0;
  if (readAll(text, number) && number >= least && number <= most) return number;
  const bool open = most == std::numeric_limits<std::int64_t>::max();
  const std::string limit =
      open ? fmt::format("{} or more", least) : fmt::format("from {} to {}", least, most);
  throw UseError(fmt::format("{} {}: must be a whole number, {}", option, text, limit));
}

double parseReal(const std::string& option, const std::string& text, double least, double most) {
  double number = 0;
  if (readAll(text, number) && number >= least && number <= most) return number;
  throw UseError(fmt::format("{} {}: must be a number from {} to {}", option, text, least, most));
}

double parseRealFrom(const std::string& option, const std::string& text, double least) {
  double number = 0;
  if (readAll(text, number) && number >= least && std::isfinite(number)) return number;
  throw UseError(fmt::format("{} {}: must be a number, {} or more", option, text, least));
}

PoseRange parseRange(const std::string& option, const std::string& text, double least,
                     double most) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    double number = 0;
    if (!readAll(text.substr(begin, end - begin), number) || !std::isfinite(number)) {
      throw UseError(fmt::format("{} {}: must be A:B, A:B:STEP or A, of numbers", option, text));
    }
    numbers.push_back(number);
    begin = end + 1;
  }
  if (numbers.size() > 3) {
    throw UseError(fmt::format("{} {}: must be A:B, A:B:STEP or A", option, text));
  }
  PoseRange range{numbers.front(), numbers.size() > 1 ? numbers[1] : numbers.front(), 0};
  if (range.first < least || range.last > most || range.last < least || range.first > most) {
    throw UseError(fmt::format("{} {}: must be from {} to {}", option, text, least, most));
  }
  if (range.first > range.last) {
    throw UseError(
        fmt::format("{} {}: the first number must not be larger than the second", option, text));
  }
  if (numbers.size() == 3) {
    range.step = numbers[2];
    if (range.step <= 0) {
      throw UseError(fmt::format("{} {}: the step must be larger than 0", option, text));
    }
  }
  return range;
}

Colour parseColour(const std::string& option, const std::string& text) {
  const std::string digits = text.starts_with('#') ? text.substr(1) : text;
  std::uint32_t rgb = 0;
  if (digits.size() != 6 || !readAll(digits, rgb, 16)) {
    throw UseError(fmt::format("{} {}: must be a colour as #rrggbb, in hexadecimal", option, text));
  }
  const auto part = [&](int shift) { return static_cast<std::uint8_t>(rgb >> shift); };
  return {part(16), part(8), part(0)};
}

std::size_t parseChoice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  throw UseError(fmt::format("{} {}: must be one of {}{}", option, text, fmt::join(choices, ", "),
                             suggestion(text, choices)));
}

}  // namespace espy::cli
