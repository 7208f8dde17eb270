// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// Numbers the colours of a needle, so that an automaton has small symbols: 1, 2, ... for colours
/// that the needle has, 0 for all others. Alpha does not count.
class Palette {
 public:
  explicit Palette(const Pattern& pattern);

  /// The symbols of `count` pixels that begin at `pixels`.
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

/// Says for every pixel of a line of symbols which row of the needle ends there: an Aho-Corasick
/// automaton over the distinct rows, which are all of one length, so that at most one ends
/// anywhere.
class RowAutomaton {
 public:
  RowAutomaton(const Pattern& pattern, const Palette& palette);

  /// Which distinct row (1, 2, ...) each row of the needle is.
  const std::vector<std::uint32_t>& rowNumbers() const { return rowNumbers_; }

  /// Writes to `ends[x]` the number of the row that ends at x, or 0. Says whether any does. A line
  /// may be given in parts: `state` is 0 where it begins.
  bool match(const std::uint32_t* symbols, std::int64_t count, std::uint32_t* ends,
             std::uint32_t& state) const;

 private:
  /// A state is a beginning of some row. Most have one way on, which is kept here; a state with
  /// more has the others in `branches_`.
  struct State {
    std::uint32_t symbol = 0;  ///< the first way on: on this symbol ...
    std::uint32_t next = 0;    ///< ... to this state; 0 for none
    std::uint32_t fail = 0;    ///< the longest proper ending that is a beginning, too
    std::uint32_t row = 0;     ///< the number of the row that is complete here, or 0
    bool branches = false;
  };

  std::uint32_t wayOn(std::uint32_t state, std::uint32_t symbol) const;
  std::uint32_t step(std::uint32_t state, std::uint32_t symbol) const;
  /// The states through which one row leads, from the root (0) to where it is complete.
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
