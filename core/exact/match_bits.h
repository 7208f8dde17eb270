// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "espy/engine/exact.h"

namespace espy::exact {

/// One bit per position, set if the needle matches there: an eighth of a byte per pixel, so that
/// the number of positions is known before memory is allocated for their list.
class MatchBits {
 public:
  explicit MatchBits(Size starts);

  Size starts() const { return starts_; }

  /// Stores `count` bits of row y from x on, a multiple of 64; they begin at bit `skip` of `bits`.
  /// Thread-safe for different words.
  void store(std::int64_t x, std::int64_t y, std::int64_t count, const std::uint64_t* bits,
             std::int64_t skip);
  void setAll();

  /// The positions, ordered by y, then x.
  std::vector<Place> list(int threads, const Control& control) const;

 private:
  Size starts_;
  std::int64_t words_;  ///< per row
  std::vector<std::uint64_t> bits_;
};

}  // namespace espy::exact
