// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/work_memory.h"
#include "espy/features.h"

/// Products of features as floats.
namespace espy::lab {

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
