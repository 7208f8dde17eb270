// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/linear.h"

#include <algorithm>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "exact/row_automaton.h"

namespace espy::exact {
namespace {

/// The Knuth-Morris-Pratt failure function: for every prefix length of `word` (1..size) the longest
/// proper suffix that is also a prefix.
std::vector<std::uint32_t> borders(const std::vector<std::uint32_t>& word) {
  std::vector<std::uint32_t> border(word.size() + 1, 0);
  std::uint32_t length = 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    while (length > 0 && word[i] != word[length]) length = border[length];
    if (word[i] == word[length]) ++length;
    border[i + 1] = length;
  }
  return border;
}

/// Matches the needle's sequence of row numbers in all columns of a band at once.
class ColumnMatcher {
 public:
  ColumnMatcher(const std::vector<std::uint32_t>& rows, std::int64_t columns)
      : rows_(rows), borders_(borders(rows)), matched_(static_cast<std::size_t>(columns), 0) {}

  /// Takes the numbers of the needle rows that end in the next row of the band; calls `found(x)`
  /// where a needle is complete with this row.
  template <class Found>
  void feed(const std::uint32_t* ends, const Found& found) {
    const auto height = static_cast<std::uint32_t>(rows_.size());
    for (std::size_t x = 0; x < matched_.size(); ++x) {
      std::uint32_t matched = matched_[x];
      if (matched == height) matched = borders_[matched];
      while (matched > 0 && rows_[matched] != ends[x]) matched = borders_[matched];
      if (rows_[matched] == ends[x]) ++matched;
      matched_[x] = matched;
      if (matched == height) found(static_cast<std::int64_t>(x));
    }
  }

  void forget() { std::fill(matched_.begin(), matched_.end(), 0); }

 private:
  const std::vector<std::uint32_t>& rows_;
  std::vector<std::uint32_t> borders_;
  std::vector<std::uint32_t> matched_;  ///< by column: rows of the needle matched so far
};

/// Writes which rows of the needle end where in one row of the scene. Works in parts, so that
/// cancelling is quick in long rows. Returns true if any row ends there.
bool matchRow(const ImageView& scene, std::int64_t y, const Palette& palette,
              const RowAutomaton& automaton, std::vector<std::uint32_t>& symbols,
              std::uint32_t* ends, const Control& control) {
  constexpr std::int64_t kAtOnce = 1 << 16;
  symbols.resize(static_cast<std::size_t>(std::min(kAtOnce, scene.width())));
  std::uint32_t state = 0;
  bool any = false;
  for (std::int64_t x = 0; x < scene.width(); x += kAtOnce) {
    control.check();
    const std::int64_t count = std::min(kAtOnce, scene.width() - x);
    palette.translate(scene.pixel(x, y), count, symbols.data());
    any = automaton.match(symbols.data(), count, ends + x, state) || any;
  }
  return any;
}

/// All occurrences whose upper row is in [first, end).
std::vector<Place> searchBand(const ImageView& scene, const Pattern& pattern,
                              const Palette& palette, const RowAutomaton& automaton,
                              std::int64_t first, std::int64_t end, const Control& control) {
  std::vector<Place> places;
  std::vector<std::uint32_t> symbols;
  std::vector<std::uint32_t> ends(static_cast<std::size_t>(scene.width()));
  ColumnMatcher columns(automaton.rowNumbers(), scene.width());
  bool fresh = true;
  for (std::int64_t y = first; y < end + pattern.size.height - 1; ++y) {
    if (!matchRow(scene, y, palette, automaton, symbols, ends.data(), control)) {
      if (!fresh) columns.forget();
      fresh = true;
      continue;
    }
    fresh = false;
    columns.feed(ends.data(), [&](std::int64_t x) {
      places.push_back({static_cast<std::uint32_t>(x - pattern.size.width + 1),
                        static_cast<std::uint32_t>(y - pattern.size.height + 1)});
    });
  }
  return places;
}

}  // namespace

std::vector<Place> findLinear(const ImageView& scene, const Pattern& pattern, int threads,
                              const Control& control) {
  const Palette palette(pattern);
  const RowAutomaton automaton(pattern, palette);
  // Bands overlap by the needle's height less one row, so they must not be too thin.
  const std::int64_t starts = scene.height() - pattern.size.height + 1;
  const std::int64_t bandRows = std::max(
      {starts / (threads * std::int64_t{4}) + 1, 4 * pattern.size.height, std::int64_t{1}});
  const std::int64_t bands = (starts + bandRows - 1) / bandRows;
  std::vector<std::vector<Place>> found(static_cast<std::size_t>(bands));
  parallelFor(bands, threads, control, [&](std::int64_t band, int) {
    const std::int64_t first = band * bandRows;
    found[band] = searchBand(scene, pattern, palette, automaton, first,
                             std::min(starts, first + bandRows), control);
  });
  return joined(std::move(found), control);
}

}  // namespace espy::exact
