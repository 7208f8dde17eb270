// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/control.h"
#include "espy/engine/exact.h"

namespace espy::exact {

/// One bit for every place where a needle may start: set where it does. An eighth of a byte a
/// pixel, so that even a needle that lies everywhere is found before memory is taken for its
/// places.
class MatchBits {
 public:
  explicit MatchBits(Size starts);

  Size starts() const { return starts_; }

  /// Stores `count` bits of row y from x on, a multiple of 64; they begin at bit `skip` of `bits`.
  /// Threads may store different words at once.
  void store(std::int64_t x, std::int64_t y, std::int64_t count, const std::uint64_t* bits,
             std::int64_t skip);
  void setAll();

  /// The places, by y, then x.
  std::vector<Place> list(int threads, const Control& control) const;

 private:
  Size starts_;
  std::int64_t words_;  ///< of a row
  std::vector<std::uint64_t> bits_;
};

}  // namespace espy::exact
