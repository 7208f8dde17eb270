// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "espy/engine/identify.h"

/// The task of texture-search: for each reference, count the features of a query that match one of
/// its own.
namespace espy::lab {

/// References with equally many features, stored consecutively, and the queries.
struct TextureTask {
  std::span<const std::uint8_t> library;  ///< kFeatureBytes per feature
  std::span<const std::int32_t> norms;    ///< per feature: sum of squares of its bytes
  std::int64_t rows = 1;                  ///< features per reference
  std::vector<std::span<const std::uint8_t>> queries = {};  ///< kFeatureBytes per feature
  Ratio ratio = {};

  std::int64_t references() const { return std::ssize(norms) / rows; }
  std::span<const std::uint8_t> reference(std::int64_t index) const {
    return library.subspan(static_cast<std::size_t>(index * rows * kFeatureBytes),
                           static_cast<std::size_t>(rows * kFeatureBytes));
  }
  std::span<const std::int32_t> normsOf(std::int64_t index) const {
    return norms.subspan(static_cast<std::size_t>(index * rows), static_cast<std::size_t>(rows));
  }
};

/// Counts, query by query, the features that match each reference. Plain counts, as in the paper:
/// `Counting::plain`.
using TextureCount = std::function<void(const TextureTask& task, std::span<std::int32_t> counts,
                                        const Control& control, Timeline& timeline)>;

}  // namespace espy::lab
