// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace espy::cli {
namespace {

/// "min-score" of "--Min-Score".
std::string lettersOf(const std::string& name) {
  std::string letters = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  for (char& c : letters) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

/// Fewest insertions, deletions, replacements and swaps of neighbouring letters (optimal string
/// alignment).
std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> beforeLast;
  std::vector<std::size_t> last;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    beforeLast = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
      }
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  const std::string given = lettersOf(word);
  std::vector<std::string> nearest;
  std::size_t least = given.size();
  for (const std::string& name : names) {
    const std::string known = lettersOf(name);
    const std::size_t distance = editDistance(given, known);
    const std::size_t longer = std::max(given.size(), known.size());
    if (distance >= longer || distance > std::max<std::size_t>(1, longer / 3)) continue;
    if (distance > least) continue;
    if (distance < least) nearest.clear();
    least = distance;
    nearest.push_back(name);
  }
  if (nearest.empty()) return "";
  return fmt::format(" (did you mean {}?)", fmt::join(nearest, " or "));
}

}  // namespace espy::cli
