// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/work_memory.h"
#include "espy/features.h"

/// Distances of features one by one, and products of features as floats.
namespace espy::lab {

/// The sum of squared differences of two features' bytes.
using FeatureDistance = std::int32_t (*)(const std::uint8_t* a, const std::uint8_t* b);
/// That for this processor.
FeatureDistance squaredDistance();

/// A query's features, as floats; filled up with zeros to whole blocks of `ProductLoops::rows`.
struct FloatRows {
  std::int64_t count = 0;
  WorkVector<float> numbers;  ///< kFeatureBytes of each
  WorkVector<float> norms;
};
FloatRows floatRows(std::span<const std::uint8_t> features);

/// Features as columns: their first numbers one after another, then their second ones, ... Filled
/// up with zeros. Returns how many columns that are.
std::int64_t packColumns(std::span<const std::uint8_t> features, WorkVector<float>& columns);

struct ProductLoops {
  std::int64_t rows;  ///< features of the query that are multiplied at once
  /// products = `rows` features of the query with all columns, row by row.
  void (*multiply)(const float* query, const float* packed, std::int64_t columns, float* products);
};
/// Those for this processor.
const ProductLoops& productLoops();

}  // namespace espy::lab
