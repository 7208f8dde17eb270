// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/pattern.h"

namespace espy::exact {

/// A needle taken apart into halves, halves of halves and so on down to pixels, each different part
/// kept once: a flat needle of 64 x 64 has 13 parts, stripes and dithers a few more, noise
/// thousands. A part lies where its two halves lie, so that one AND of bit planes finds a part
/// wherever it is.
class BlockGraph {
 public:
  /// A part: `first` at (0, firstDown) and `second` at (secondRight, secondDown), seen from its
  /// place.
  struct Join {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint32_t firstDown = 0;
    std::uint32_t secondRight = 0;
    std::uint32_t secondDown = 0;

    bool operator==(const Join&) const = default;
  };

  /// Nothing when the needle has more than this many different pixels or parts.
  static std::optional<BlockGraph> build(const Pattern& pattern, std::size_t maxColours,
                                         std::size_t maxParts);

  /// The different pixels of the needle, each as its byte offset in `Pattern::low` and `highest()`.
  /// They are the parts 0, 1, ...; the joins are numbered on from there, halves before wholes.
  const std::vector<std::int64_t>& colours() const { return colours_; }
  const std::vector<Join>& joins() const { return joins_; }

  /// The whole needle lies at (x, y) where part `whole()` lies at (x + wholeRight(), y +
  /// wholeDown()). Empty when every pixel matches anything, so that the needle lies everywhere.
  std::optional<std::uint32_t> whole() const { return whole_; }
  std::uint32_t wholeRight() const { return wholeRight_; }
  std::uint32_t wholeDown() const { return wholeDown_; }

  std::size_t parts() const { return colours_.size() + joins_.size(); }

  /// Nanoseconds a pixel, roughly, for choosing among ways to search.
  double costPerPixel() const;

 private:
  std::vector<std::int64_t> colours_;
  std::vector<Join> joins_;
  std::optional<std::uint32_t> whole_;
  std::uint32_t wholeRight_ = 0;
  std::uint32_t wholeDown_ = 0;

  friend class BlockGraphBuilder;
};

/// Which memory each part's plane takes: a part that no later join reads gives its own to the next.
/// A needle of hundreds of parts then needs some dozens of planes, which a cache may hold.
struct PlaneSlots {
  std::vector<std::uint32_t> of;  ///< by part
  std::uint32_t count = 0;
};

/// For planes computed in the order of the parts' numbers. No join shares a slot with what it
/// reads. The graph must have a whole.
PlaneSlots shareSlots(const BlockGraph& graph);

}  // namespace espy::exact
