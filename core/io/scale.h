// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace espy::io {

/// Scales `value` from 0..maxval to 0..top, rounded to nearest, halves up. Exact for every maxval
/// and top up to 65535: intermediate values fit in 32 bits.
constexpr std::uint32_t scaled(std::uint32_t value, std::uint32_t maxval, std::uint32_t top) {
  return (value * top + maxval / 2) / maxval;
}

/// Scales the samples of a file.
class Scale {
 public:
  /// For about `samples` samples: builds a look-up table if that is faster.
  Scale(std::uint32_t maxval, std::uint64_t samples)
      : maxval_(maxval), top_(maxval < 256 ? 255 : 65535) {
    if (identity() || samples < maxval) return;
    table_.resize(maxval + 1);
    for (std::uint32_t value = 0; value <= maxval; ++value) {
      table_[value] = static_cast<std::uint16_t>(scaled(value, maxval, top_));
    }
  }

  bool identity() const { return maxval_ == top_; }
  /// `value` must not exceed maxval.
  std::uint32_t operator()(std::uint32_t value) const {
    if (!table_.empty()) return table_[value];
    return identity() ? value : scaled(value, maxval_, top_);
  }

 private:
  std::uint32_t maxval_;
  std::uint32_t top_;
  std::vector<std::uint16_t> table_;
};

}  // namespace espy::io
