// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "espy/engine/identify.h"

/// What texture-search does: of each reference, how many features of a query match one of its own.
namespace espy::lab {

/// References that all have as many features, one after another; and what is asked.
struct TextureTask {
  std::span<const std::uint8_t> library;  ///< kFeatureBytes of each feature
  std::span<const std::int32_t> norms;    ///< of each feature the sum of its bytes' squares
  std::int64_t rows = 1;                  ///< features of a reference
  std::vector<std::span<const std::uint8_t>> queries = {};  ///< likewise
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

/// Fills in how many features of each query match one of each reference, query after query. Counts
/// are plain, as the paper's: `Counting::plain`.
using TextureCount = std::function<void(const TextureTask& task, std::span<std::int32_t> counts,
                                        const Control& control, Timeline& timeline)>;

}  // namespace espy::lab
