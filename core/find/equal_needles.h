// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/find.h"

namespace espy::finders {

/// Searches each of several byte-equal needles only once, since they have the same matches. (Crops
/// of a screenshot are often equal background.)
class EqualNeedles {
 public:
  explicit EqualNeedles(std::span<const Needle> needles);

  /// One needle of each kind, in order. The needles must still exist.
  std::span<const Needle> distinct() const { return copies_.empty() ? needles_ : distinct_; }

  /// Replaces matches of the distinct needles by those of all needles; they were selected with the
  /// same options.
  void restore(std::vector<Match>& matches, const SelectOptions& options,
               const Control& control) const;
  /// The same for the nearest position.
  void restore(std::optional<Match>& best) const;

 private:
  std::span<const Needle> needles_;
  std::vector<Needle> distinct_;
  /// For each distinct needle the indices of its copies; empty if all are distinct.
  std::vector<std::vector<std::uint32_t>> copies_;
};

}  // namespace espy::finders
