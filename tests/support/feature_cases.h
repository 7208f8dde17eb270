// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "espy/engine/identify.h"
#include "support/random_pictures.h"

/// Synthetic features.
namespace espy::test {

/// Distribution of synthetic features.
enum class FeatureKind : std::uint8_t {
  likely,   ///< like SIFT: many small values, few large ones, normalised
  any,      ///< uniform bytes
  few,      ///< two values, so that many distances are equal
  extreme,  ///< 0 and 255 only
};
inline constexpr FeatureKind kFeatureKinds[] = {FeatureKind::likely, FeatureKind::any,
                                                FeatureKind::few, FeatureKind::extreme};

inline void drawFeature(Random& random, FeatureKind kind, std::uint8_t* bytes) {
  float numbers[kFeatureBytes];
  for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
    switch (kind) {
      case FeatureKind::likely: {
        const auto root = static_cast<float>(random.below(1000)) / 1000;
        numbers[i] = root * root * root;
        break;
      }
      case FeatureKind::any:
        bytes[i] = static_cast<std::uint8_t>(random.below(256));
        break;
      case FeatureKind::few:
        bytes[i] = static_cast<std::uint8_t>(random.oneIn(16) ? 40 + random.below(2) : 40);
        break;
      case FeatureKind::extreme:
        bytes[i] = random.oneIn(2) ? 255 : 0;
        break;
    }
  }
  if (kind == FeatureKind::likely) bytesOfFeature(numbers, {bytes, kFeatureBytes});
}

/// Adds uniform noise of up to `most` to each byte.
inline void disturbFeature(Random& random, std::int64_t most, std::uint8_t* bytes) {
  for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
    const std::int64_t moved = bytes[i] + random.below(2 * most + 1) - most;
    bytes[i] = static_cast<std::uint8_t>(std::clamp<std::int64_t>(moved, 0, 255));
  }
}

inline Features drawFeatures(Random& random, FeatureKind kind, std::int64_t count) {
  Features features;
  features.picture = {100, 100};
  features.bytes.resize(static_cast<std::size_t>(count * kFeatureBytes));
  for (std::int64_t i = 0; i < count; ++i) {
    drawFeature(random, kind, features.bytes.data() + i * kFeatureBytes);
    features.points.push_back(
        {static_cast<float>(random.below(100)), static_cast<float>(random.below(100)), 4, 0});
  }
  return features;
}

/// A query of `count` features, half of them from the references (mostly disturbed, preferably from
/// one reference), the others unrelated.
inline std::vector<std::uint8_t> drawQuery(Random& random, FeatureKind kind, std::int64_t count,
                                           const std::vector<Features>& references) {
  std::vector<std::uint8_t> query(static_cast<std::size_t>(count * kFeatureBytes));
  const std::size_t shown = references.empty() ? 0 : random.below(references.size());
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint8_t* const bytes = query.data() + i * kFeatureBytes;
    const bool isNobodys = references.empty() || random.oneIn(2);
    const Features* from = nullptr;
    if (!isNobodys) {
      from = &references[random.oneIn(2) ? shown : random.below(references.size())];
    }
    if (from == nullptr || from->count() == 0) {
      drawFeature(random, kind, bytes);
      continue;
    }
    const auto feature = from->feature(random.below(from->count()));
    std::copy(feature.begin(), feature.end(), bytes);
    if (!random.oneIn(4)) disturbFeature(random, 1 + random.below(20), bytes);
  }
  return query;
}

}  // namespace espy::test
