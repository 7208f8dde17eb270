// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/scratch.h"
#include "espy/engine/identify.h"

namespace espy::identify {

/// The nearest reference feature of a query feature, and the two least distances.
struct TwoNearest {
  std::int32_t row = 0;
  std::int64_t nearest = 0;  ///< squared distances
  std::int64_t second = 0;

  /// The definition's ratio test.
  bool matches(Ratio ratio) const {
    return nearest * ratio.under * ratio.under < second * ratio.over * ratio.over;
  }
};

struct FeatureRows {
  const std::uint8_t* features = nullptr;
  const std::int32_t* norms = nullptr;
  std::int64_t count = 0;
  /// Features to prefetch; may be empty.
  std::span<const std::uint8_t> ahead = {};
};

/// Requires at least two features; of ties the first. `products` is scratch.
TwoNearest twoNearest(std::span<const std::uint8_t> feature, const FeatureRows& reference,
                      ScratchVector<std::int32_t>& products);

}  // namespace espy::identify
