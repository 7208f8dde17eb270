// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace espy::recordings {
namespace {

constexpr std::uint64_t kExactWhole = std::uint64_t{1} << 53;
constexpr int kMostDigits = 18;
/// Powers of ten that a double holds exactly.
constexpr double kTens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMostTens = 22;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// A number as written: `whole * 10^tens`.
struct Decimal {
  std::uint64_t whole = 0;
  int digits = 0;  ///< significant digits; more than `kMostDigits` do not fit
  int tens = 0;
  bool any = false;

  const char* take(const char* at, const char* end) {
    for (; at < end && isDigit(*at); ++at) {
      any = true;
      if (digits == 0 && *at == '0') continue;
      ++digits;
      if (digits <= kMostDigits) whole = whole * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    return at;
  }
};

/// The end of an exponent such as "e-12", if there is one.
const char* takeExponent(const char* at, const char* end, int& tens) {
  constexpr int kEnough = 100000;
  const char* digit = at + 1;
  if (digit < end && (*digit == '-' || *digit == '+')) ++digit;
  if (digit >= end || !isDigit(*digit)) return at;
  int exponent = 0;
  for (; digit < end && isDigit(*digit); ++digit) {
    exponent = std::min(kEnough, exponent * 10 + (*digit - '0'));
  }
  tens += at[1] == '-' ? -exponent : exponent;
  return digit;
}

/// By the standard library: many digits or large exponents.
bool parseSlowly(const char* begin, const char* end, char mark, const Decimal& decimal,
                 double& number) {
  std::string text(begin, end);
  if (mark != '.') std::replace(text.begin(), text.end(), mark, '.');
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    const bool large = decimal.digits + decimal.tens > 0;
    number = large ? std::numeric_limits<double>::quiet_NaN() : text[0] == '-' ? -0.0 : 0.0;
    return true;
  }
  return error == std::errc();
}

}  // namespace

const char* parseNumber(const char* at, const char* end, char mark, double& number) {
  const bool plus = at < end && *at == '+';
  const char* const begin = at + (plus ? 1 : 0);
  const bool minus = begin < end && *begin == '-';
  if (plus && minus) return nullptr;
  Decimal decimal;
  at = decimal.take(begin + (minus ? 1 : 0), end);
  if (at < end && *at == mark) {
    const char* const fraction = at + 1;
    at = decimal.take(fraction, end);
    decimal.tens = static_cast<int>(std::min<std::ptrdiff_t>(at - fraction, 100000)) * -1;
  }
  if (!decimal.any) return nullptr;
  if (at < end && (*at == 'e' || *at == 'E')) at = takeExponent(at, end, decimal.tens);
  // Both are exact doubles, so one rounding gives the nearest.
  if (decimal.digits <= kMostDigits && decimal.whole <= kExactWhole && decimal.tens >= -kMostTens &&
      decimal.tens <= kMostTens) {
    const auto whole = static_cast<double>(decimal.whole);
    const double size =
        decimal.tens < 0 ? whole / kTens[-decimal.tens] : whole * kTens[decimal.tens];
    number = minus ? -size : size;
    return at;
  }
  return parseSlowly(begin, at, mark, decimal, number) ? at : nullptr;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::optional<double> numberIn(std::string_view text) {
  const std::string_view word = trimmed(text);
  double number = 0;
  const char* const end = word.data() + word.size();
  if (word.empty() || parseNumber(word.data(), end, '.', number) != end) return {};
  if (std::isnan(number)) return {};
  return number;
}

std::optional<std::int64_t> wholeIn(std::string_view text) {
  std::string_view word = trimmed(text);
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stop != end) return {};
  return number;
}

std::string_view nextWord(std::string_view& line) {
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t last = std::min(line.find_first_of(" \t", first), line.size());
  const std::string_view word = line.substr(first, last - first);
  line.remove_prefix(last);
  return word;
}

std::string_view nextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace espy::recordings
