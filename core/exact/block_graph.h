// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// A needle split recursively into halves down to pixels, equal parts stored once: a flat needle of
/// 64 x 64 has 13 parts, stripes and dithers a few more, noise thousands. A part occurs where both
/// of its halves occur, so one AND of bit planes finds all its occurrences.
class BlockGraph {
 public:
  /// A part: `first` at (0, firstDown) and `second` at (secondRight, secondDown), relative to it.
  struct Join {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint32_t firstDown = 0;
    std::uint32_t secondRight = 0;
    std::uint32_t secondDown = 0;

    bool operator==(const Join&) const = default;
  };

  /// Returns nothing if the needle has more different pixels or parts than this.
  static std::optional<BlockGraph> build(const Pattern& pattern, std::size_t maxColours,
                                         std::size_t maxParts);

  /// The different pixels of the needle, each as its byte offset in `Pattern::low` and `highest()`.
  /// They are parts 0, 1, ...; joins are numbered from there on, halves before wholes.
  const std::vector<std::int64_t>& colours() const { return colours_; }
  const std::vector<Join>& joins() const { return joins_; }

  /// The needle occurs at (x, y) if part `whole()` occurs at (x + wholeRight(), y + wholeDown()).
  /// Empty if every pixel matches anything, so that the needle occurs everywhere.
  std::optional<std::uint32_t> whole() const { return whole_; }
  std::uint32_t wholeRight() const { return wholeRight_; }
  std::uint32_t wholeDown() const { return wholeDown_; }

  std::size_t parts() const { return colours_.size() + joins_.size(); }

  /// Rough cost in nanoseconds per pixel of the scene, for the choice of a strategy.
  double costPerPixel() const;

 private:
  std::vector<std::int64_t> colours_;
  std::vector<Join> joins_;
  std::optional<std::uint32_t> whole_;
  std::uint32_t wholeRight_ = 0;
  std::uint32_t wholeDown_ = 0;

  friend class BlockGraphBuilder;
};

/// Assigns planes to parts: the plane of a part that no later join reads is reused. A needle of
/// hundreds of parts then needs some dozens of planes, which may fit into a cache.
struct PlaneSlots {
  std::vector<std::uint32_t> of;  ///< by part
  std::uint32_t count = 0;
};

/// For planes computed in the order of the parts' numbers. A join never shares a slot with its
/// operands. The graph must have a whole.
PlaneSlots shareSlots(const BlockGraph& graph);

}  // namespace espy::exact
