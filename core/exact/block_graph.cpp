// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/block_graph.h"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "exact/costs.h"

namespace espy::exact {
namespace {

struct HashJoin {
  std::size_t operator()(const BlockGraph::Join& join) const {
    std::uint64_t hash = 0;
    for (const std::uint32_t field :
         {join.first, join.second, join.firstDown, join.secondRight, join.secondDown}) {
      hash = (hash ^ field) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

}  // namespace

/// Builds the graph bottom-up: pixels, rows, the whole. Stops at the limits.
class BlockGraphBuilder {
 public:
  BlockGraphBuilder(const Pattern& pattern, std::size_t maxColours, std::size_t maxParts)
      : pattern_(pattern), maxColours_(maxColours), maxParts_(maxParts) {}

  std::optional<BlockGraph> build() {
    const auto width = static_cast<std::size_t>(pattern_.size.width);
    const auto height = static_cast<std::size_t>(pattern_.size.height);
    // All pixels before the rows, since joins are numbered after the colours. A row that equals an
    // earlier one shares its part; its pixels stay empty.
    std::vector<std::size_t> alike;
    std::vector<Part> pixels;
    for (std::size_t y = 0; y < height; ++y) {
      alike.push_back(firstAlike(y));
      if (alike[y] != y) {
        pixels.resize(pixels.size() + width);
        continue;
      }
      for (std::size_t x = 0; x < width; ++x) {
        pixels.push_back(pixel(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)));
      }
      if (graph_.colours_.size() > maxColours_) return std::nullopt;
    }
    std::vector<Part> rows;
    for (std::size_t y = 0; y < height; ++y) {
      rows.push_back(alike[y] < y ? rows[alike[y]]
                                  : joinLine(std::span(pixels).subspan(y * width, width), 1, 0));
      if (graph_.joins_.size() > maxParts_) return std::nullopt;
    }
    const Part whole = joinLine(rows, 0, 1);
    if (graph_.joins_.size() > maxParts_) return std::nullopt;
    if (!whole.anything) graph_.whole_ = whole.number;
    graph_.wholeRight_ = whole.right;
    graph_.wholeDown_ = whole.down;
    return std::move(graph_);
  }

 private:
  /// A numbered part, right and down of the current position; or one that matches anything.
  struct Part {
    bool anything = true;
    std::uint32_t number = 0;
    std::uint32_t right = 0;
    std::uint32_t down = 0;
  };

  /// The first row equal to row `y`; to be called with ascending `y`.
  std::size_t firstAlike(std::size_t y) {
    const auto bytes = static_cast<std::size_t>(pattern_.rowBytes);
    const auto rowOf = [&](const std::uint8_t* samples, std::size_t row) {
      return std::string_view(reinterpret_cast<const char*>(samples + row * bytes), bytes);
    };
    const auto opaqueOf = [&](std::size_t row) {
      return pattern_.opaque.begin() +
             static_cast<std::ptrdiff_t>(row) * static_cast<std::ptrdiff_t>(pattern_.size.width);
    };
    const auto [from, to] = rows_.equal_range(rowOf(pattern_.low.data(), y));
    const auto found = std::find_if(from, to, [&](const auto& other) {
      return rowOf(pattern_.highest(), other.second) == rowOf(pattern_.highest(), y) &&
             (pattern_.allOpaque ||
              std::equal(opaqueOf(y), opaqueOf(y) + pattern_.size.width, opaqueOf(other.second)));
    });
    if (found != to) return found->second;
    rows_.emplace(rowOf(pattern_.low.data(), y), y);
    return y;
  }

  Part pixel(std::int64_t x, std::int64_t y) {
    if (!pattern_.isOpaque(x, y)) return {};
    const auto bytes = static_cast<std::size_t>(pattern_.format.bytesPerPixel());
    const std::int64_t at = pattern_.offset(x, y);
    if (last_ >= 0 &&
        std::equal(&pattern_.low[at], &pattern_.low[at] + bytes, &pattern_.low[last_]) &&
        std::equal(pattern_.highest() + at, pattern_.highest() + at + bytes,
                   pattern_.highest() + last_)) {
      return lastPart_;
    }
    last_ = at;
    return lastPart_ = newPixel(at, bytes);
  }

  Part newPixel(std::int64_t at, std::size_t bytes) {
    std::string key(reinterpret_cast<const char*>(pattern_.low.data() + at), bytes);
    key.append(reinterpret_cast<const char*>(pattern_.highest() + at), bytes);
    if (matchesAnything(at)) return {};
    const auto [found, isNew] =
        colourNumbers_.emplace(std::move(key), static_cast<std::uint32_t>(graph_.colours_.size()));
    if (isNew) graph_.colours_.push_back(at);
    return {false, found->second, 0, 0};
  }

  bool matchesAnything(std::int64_t at) const {
    const std::uint8_t* low = pattern_.low.data() + at;
    const std::uint8_t* high = pattern_.highest() + at;
    const int bytes = pattern_.format.bytesPerPixel();
    const auto is = [](std::uint8_t value) {
      return [value](std::uint8_t b) { return b == value; };
    };
    return std::all_of(low, low + bytes, is(0)) && std::all_of(high, high + bytes, is(0xff));
  }

  /// Joins neighbours at the offset (right, down). Splits at powers of two, so that equal stretches
  /// of a periodic line have equal parts.
  Part joinLine(std::span<const Part> line, std::uint32_t right, std::uint32_t down) {
    if (line.size() == 1) return line.front();
    std::size_t cut = std::bit_floor(line.size());
    if (cut == line.size()) cut /= 2;
    const auto steps = static_cast<std::uint32_t>(cut);
    const Part first = joinLine(line.first(cut), right, down);
    Part second = joinLine(line.subspan(cut), right, down);
    second.right += right * steps;
    second.down += down * steps;
    return join(first, second);
  }

  Part join(Part a, Part b) {
    if (a.anything) return b;
    if (b.anything) return a;
    if (a.right > b.right) std::swap(a, b);  // a join shifts its second half only
    const std::uint32_t down = std::min(a.down, b.down);
    const BlockGraph::Join made{a.number, b.number, a.down - down, b.right - a.right,
                                b.down - down};
    if (made.first == made.second && made.secondRight == 0 && made.firstDown == made.secondDown) {
      return a;
    }
    const auto next = static_cast<std::uint32_t>(graph_.parts());
    const auto [found, isNew] = joinNumbers_.emplace(made, next);
    if (isNew) graph_.joins_.push_back(made);
    return {false, found->second, a.right, down};
  }

  const Pattern& pattern_;
  std::size_t maxColours_;
  std::size_t maxParts_;
  BlockGraph graph_;
  std::unordered_multimap<std::string_view, std::size_t> rows_;
  std::int64_t last_ = -1;  ///< the previous pixel, and its part
  Part lastPart_;
  std::unordered_map<std::string, std::uint32_t> colourNumbers_;
  std::unordered_map<BlockGraph::Join, std::uint32_t, HashJoin> joinNumbers_;
};

std::optional<BlockGraph> BlockGraph::build(const Pattern& pattern, std::size_t maxColours,
                                            std::size_t maxParts) {
  return BlockGraphBuilder(pattern, maxColours, maxParts).build();
}

double BlockGraph::costPerPixel() const {
  return costs::kPlanePixel + costs::kPlaneColour * static_cast<double>(colours_.size()) +
         costs::kPlaneJoin * static_cast<double>(joins_.size());
}

PlaneSlots shareSlots(const BlockGraph& graph) {
  const std::size_t colours = graph.colours().size();
  std::vector<std::size_t> lastReader(graph.parts(), 0);
  for (std::size_t j = 0; j < graph.joins().size(); ++j) {
    lastReader[graph.joins()[j].first] = lastReader[graph.joins()[j].second] = colours + j;
  }
  lastReader[*graph.whole()] = graph.parts();
  PlaneSlots slots;
  slots.of.resize(graph.parts());
  std::vector<std::uint32_t> free;
  for (std::size_t part = 0; part < graph.parts(); ++part) {
    if (free.empty()) free.push_back(slots.count++);
    slots.of[part] = free.back();
    free.pop_back();
    if (part < colours) continue;
    const BlockGraph::Join& join = graph.joins()[part - colours];
    if (lastReader[join.first] == part) free.push_back(slots.of[join.first]);
    const bool same = join.first == join.second;
    if (!same && lastReader[join.second] == part) free.push_back(slots.of[join.second]);
  }
  return slots;
}

}  // namespace espy::exact
