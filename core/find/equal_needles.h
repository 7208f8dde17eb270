// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/find.h"

namespace espy::finders {

/// Needles that are the same, byte for byte, have the same matches: each is searched once. Crops of
/// a screenshot are mostly ground.
class EqualNeedles {
 public:
  explicit EqualNeedles(std::span<const Needle> needles);

  /// The first of each, in order. Needs the needles.
  std::span<const Needle> distinct() const { return copies_.empty() ? needles_ : distinct_; }

  /// Makes the selected matches of all needles of those of the distinct ones, which were selected
  /// with the same options.
  void restore(std::vector<Match>& matches, const SelectOptions& options,
               const Control& control) const;
  /// The same for the nearest place.
  void restore(std::optional<Match>& best) const;

 private:
  std::span<const Needle> needles_;
  std::vector<Needle> distinct_;
  /// Indices of the needles that each distinct one stands for; none where all are distinct.
  std::vector<std::vector<std::uint32_t>> copies_;
};

}  // namespace espy::finders
