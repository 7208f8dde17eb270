// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/row_automaton.h"

#include <bit>
#include <cstring>

namespace espy::exact {

Palette::Palette(const Pattern& pattern)
    : format_(pattern.format),
      colourBytes_(format_.colourChannels() * format_.bytesPerSample()),
      shift_(64 -
             static_cast<int>(std::bit_width(static_cast<std::uint64_t>(pattern.size.pixels()))) -
             1),
      slots_(std::size_t{1} << (64 - shift_)) {
  std::uint32_t symbols = 0;
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    for (std::int64_t x = 0; x < pattern.size.width; ++x) {
      std::uint32_t& symbol = symbolOf(colourAt(pattern.low.data() + pattern.offset(x, y)));
      if (symbol == 0) symbol = ++symbols;
    }
  }
}

std::uint64_t Palette::colourAt(const std::uint8_t* pixel) const {
  std::uint64_t colour = 0;
  switch (colourBytes_) {  // constant sizes compile to one or two loads
    case 1:
      return *pixel;
    case 2:
      std::memcpy(&colour, pixel, 2);
      return colour;
    case 3:
      std::memcpy(&colour, pixel, 3);
      return colour;
    default:
      std::memcpy(&colour, pixel, 6);
      return colour;
  }
}

std::uint32_t& Palette::symbolOf(std::uint64_t colour) {
  std::size_t i = (colour * 0x9e3779b97f4a7c15U) >> shift_;
  while (slots_[i].symbol != 0 && slots_[i].colour != colour) i = (i + 1) & (slots_.size() - 1);
  slots_[i].colour = colour;
  return slots_[i].symbol;
}

std::uint32_t Palette::lookUp(std::uint64_t colour) const {
  std::size_t i = (colour * 0x9e3779b97f4a7c15U) >> shift_;
  while (slots_[i].symbol != 0 && slots_[i].colour != colour) i = (i + 1) & (slots_.size() - 1);
  return slots_[i].symbol;
}

void Palette::translate(const std::uint8_t* pixels, std::int64_t count,
                        std::uint32_t* symbols) const {
  const std::int64_t step = format_.bytesPerPixel();
  for (std::int64_t x = 0; x < count; ++x) symbols[x] = lookUp(colourAt(pixels + x * step));
}

RowAutomaton::RowAutomaton(const Pattern& pattern, const Palette& palette) : states_(1) {
  std::vector<Path> paths;  // of the distinct rows
  std::vector<std::uint32_t> symbols(static_cast<std::size_t>(pattern.size.width));
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    palette.translate(pattern.low.data() + pattern.offset(0, y), pattern.size.width,
                      symbols.data());
    Path path = addRow(symbols);
    std::uint32_t& number = states_[path.states.back()].row;
    if (number == 0) {
      paths.push_back(std::move(path));
      number = static_cast<std::uint32_t>(paths.size());
    }
    rowNumbers_.push_back(number);
  }
  linkFailures(paths);
}

RowAutomaton::Path RowAutomaton::addRow(const std::vector<std::uint32_t>& symbols) {
  Path path{symbols, {0}};
  for (const std::uint32_t symbol : symbols) {
    const std::uint32_t state = path.states.back();
    std::uint32_t next = wayOn(state, symbol);
    if (next == 0) {
      next = static_cast<std::uint32_t>(states_.size());
      states_.emplace_back();
      if (states_[state].next == 0) {
        states_[state].symbol = symbol;
        states_[state].next = next;
      } else {
        states_[state].branches = true;
        branches_[std::uint64_t{state} << 32 | symbol] = next;
      }
    }
    path.states.push_back(next);
  }
  return path;
}

void RowAutomaton::linkFailures(const std::vector<Path>& paths) {
  // By prefix length, since a state's link needs those of all shorter prefixes.
  const std::size_t length = paths.front().symbols.size();
  for (std::size_t i = 0; i < length; ++i) {
    for (const Path& path : paths) {
      const std::uint32_t from = path.states[i];
      if (from == 0) continue;  // single symbols keep the initial link to the root
      states_[path.states[i + 1]].fail = step(states_[from].fail, path.symbols[i]);
    }
  }
  // A complete row has no transitions. It borrows the first one of its failure state, which saves a
  // step per pixel in flat and periodic pictures. That state is a shorter prefix, so it is not
  // complete and has a transition of its own.
  for (const Path& path : paths) {
    State& complete = states_[path.states.back()];
    complete.symbol = states_[complete.fail].symbol;
    complete.next = states_[complete.fail].next;
  }
}

std::uint32_t RowAutomaton::wayOn(std::uint32_t state, std::uint32_t symbol) const {
  const State& at = states_[state];
  if (at.symbol == symbol && at.next != 0) return at.next;
  if (!at.branches) return 0;
  const auto found = branches_.find(std::uint64_t{state} << 32 | symbol);
  return found == branches_.end() ? 0 : found->second;
}

std::uint32_t RowAutomaton::step(std::uint32_t state, std::uint32_t symbol) const {
  for (;;) {
    const std::uint32_t next = wayOn(state, symbol);
    if (next != 0 || state == 0) return next;
    state = states_[state].fail;
  }
}

bool RowAutomaton::match(const std::uint32_t* symbols, std::int64_t count, std::uint32_t* ends,
                         std::uint32_t& state) const {
  std::uint32_t any = 0;
  std::uint32_t at = state;
  for (std::int64_t x = 0; x < count; ++x) {
    at = symbols[x] == 0 ? 0 : step(at, symbols[x]);
    ends[x] = states_[at].row;
    any |= ends[x];
  }
  state = at;
  return any != 0;
}

}  // namespace espy::exact
