// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/drain.h"
#include "espy/engine/find.h"
#include "espy/image.h"

namespace espy::finders {

/// The positions of one needle, read once in order.
class PlaceReader {
 public:
  PlaceReader() = default;
  explicit PlaceReader(std::vector<Place>&& places)
      : places_(std::move(places)), count_(places_.size()) {}

  bool atEnd() const { return bits_.empty() ? next_ == places_.size() : next_ == kEnd; }
  Place place() const { return bits_.empty() ? places_[next_] : bit(); }
  void step() { next_ = bits_.empty() ? next_ + 1 : firstBit(next_ + 1); }
  /// Skips the positions of this row left of column `x`.
  void dropTo(std::uint32_t x) {
    const std::uint32_t y = place().y;
    if (bits_.empty()) {
      while (next_ < places_.size() && places_[next_].y == y && places_[next_].x < x) ++next_;
      return;
    }
    const std::size_t end = y * width_ + std::min<std::size_t>(x, width_);
    for (std::size_t at = next_; at < end;) {
      const std::size_t count = std::min(64 - at % 64, end - at);
      bits_[at / 64] &= ~(~std::uint64_t{0} >> (64 - count) << at % 64);
      at += count;
    }
    next_ = firstBit(end);
  }
  /// Keeps the position and advances.
  void keep() {
    if (bits_.empty()) {
      const Place kept = places_[next_];  // source and destination may be the same
      places_[kept_] = kept;
    }
    ++kept_;
    step();
  }
  /// Restarts with the positions that were kept.
  void beginWithKept() {
    if (bits_.empty()) {
      places_.resize(kept_);
      places_.shrink_to_fit();
      next_ = 0;
    } else {
      next_ = firstBit(0);
    }
    count_ = std::exchange(kept_, 0);
  }
  std::size_t size() const { return count_; }

  /// Frees the memory of what was read, if it is more than half.
  void giveBack() {
    constexpr std::size_t kWorthIt = std::size_t{1} << 16;
    if (!bits_.empty() || 2 * next_ < std::max(places_.size(), kWorthIt)) return;
    places_ =
        std::vector<Place>(places_.begin() + static_cast<std::ptrdiff_t>(next_), places_.end());
    next_ = 0;
  }

  /// Switches to a bit per pixel of the scene where this is smaller than the list.
  void pack(Size scene) {
    constexpr std::size_t kBits = 8 * sizeof(Place);
    const auto all = static_cast<std::size_t>(scene.pixels());
    if (places_.size() <= all / kBits) return places_.shrink_to_fit();
    width_ = static_cast<std::size_t>(scene.width);
    bits_.assign(all / 64 + 1, 0);
    for (const Place place : places_) {
      const std::size_t at = place.y * width_ + place.x;
      bits_[at / 64] |= std::uint64_t{1} << at % 64;
    }
    discard(places_);
    next_ = firstBit(0);
  }

 private:
  static constexpr std::size_t kEnd = std::numeric_limits<std::size_t>::max();

  Place bit() const {
    return {static_cast<std::uint32_t>(next_ % width_), static_cast<std::uint32_t>(next_ / width_)};
  }
  std::size_t firstBit(std::size_t from) const {
    std::size_t word = from / 64;
    if (word >= bits_.size()) return kEnd;
    std::uint64_t left = bits_[word] & ~std::uint64_t{0} << from % 64;
    while (left == 0) {
      if (++word == bits_.size()) return kEnd;
      left = bits_[word];
    }
    return word * 64 + static_cast<std::size_t>(std::countr_zero(left));
  }

  std::vector<Place> places_;
  std::size_t next_ = 0;   ///< index of a position, or of a bit
  std::size_t count_ = 0;  ///< initial number of positions
  std::size_t kept_ = 0;
  std::size_t width_ = 0;
  std::vector<std::uint64_t> bits_;  ///< instead of `places_`
};

}  // namespace espy::finders
