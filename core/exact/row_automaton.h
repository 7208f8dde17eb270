// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// Numbers the colours of a needle as symbols of an automaton: 1, 2, ... for colours of the needle,
/// 0 for all others. Ignores alpha.
class Palette {
 public:
  explicit Palette(const Pattern& pattern);

  /// Writes the symbols of `count` pixels from `pixels` on.
  void translate(const std::uint8_t* pixels, std::int64_t count, std::uint32_t* symbols) const;

 private:
  struct Slot {
    std::uint64_t colour = 0;
    std::uint32_t symbol = 0;  // 0: free
  };
  std::uint64_t colourAt(const std::uint8_t* pixel) const;
  std::uint32_t& symbolOf(std::uint64_t colour);
  std::uint32_t lookUp(std::uint64_t colour) const;

  PixelFormat format_;
  int colourBytes_ = 0;
  int shift_ = 0;
  std::vector<Slot> slots_;  // open addressing, at most half full
};

/// Aho-Corasick automaton over the needle's distinct rows: finds which row ends at each pixel of a
/// line of symbols. All rows have one length, so at most one ends at a pixel.
class RowAutomaton {
 public:
  RowAutomaton(const Pattern& pattern, const Palette& palette);

  /// The distinct row (1, 2, ...) of each row of the needle.
  const std::vector<std::uint32_t>& rowNumbers() const { return rowNumbers_; }

  /// Writes to `ends[x]` the number of the row that ends at x, or 0. Returns true if any does. A
  /// line may be passed in parts: `state` is 0 at its start.
  bool match(const std::uint32_t* symbols, std::int64_t count, std::uint32_t* ends,
             std::uint32_t& state) const;

 private:
  /// A prefix of some row. Most have one transition, stored here; further ones are in `branches_`.
  struct State {
    std::uint32_t symbol = 0;  ///< symbol of the first transition
    std::uint32_t next = 0;    ///< its target; 0: none
    std::uint32_t fail = 0;    ///< the longest proper suffix that is also a prefix
    std::uint32_t row = 0;     ///< the number of the row that is complete here, or 0
    bool branches = false;
  };

  std::uint32_t wayOn(std::uint32_t state, std::uint32_t symbol) const;
  std::uint32_t step(std::uint32_t state, std::uint32_t symbol) const;
  /// The states of one row, from the root (0) to the complete row.
  struct Path {
    std::vector<std::uint32_t> symbols;
    std::vector<std::uint32_t> states;
  };
  Path addRow(const std::vector<std::uint32_t>& symbols);
  void linkFailures(const std::vector<Path>& paths);

  std::vector<State> states_;
  std::unordered_map<std::uint64_t, std::uint32_t> branches_;
  std::vector<std::uint32_t> rowNumbers_;
};

}  // namespace espy::exact
