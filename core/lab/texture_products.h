// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/scratch.h"
#include "espy/features.h"

/// Distances of single features, and products of features as floats.
namespace espy::lab {

/// Sum of squared differences of two features' bytes.
using FeatureDistance = std::int32_t (*)(const std::uint8_t* a, const std::uint8_t* b);
/// The function for this processor.
FeatureDistance squaredDistance();

/// Features of a query as floats, zero-padded to whole blocks of `ProductLoops::rows`.
struct FloatRows {
  std::int64_t count = 0;
  ScratchVector<float> numbers;  ///< kFeatureBytes per feature
  ScratchVector<float> norms;
};
FloatRows floatRows(std::span<const std::uint8_t> features);

/// Packs features as columns, zero-padded: the first numbers of all, then the second ones, ...
/// Returns the number of columns.
std::int64_t packColumns(std::span<const std::uint8_t> features, ScratchVector<float>& columns);

struct ProductLoops {
  std::int64_t rows;  ///< features of the query per call
  /// products = `rows` features of the query times all columns, row-major.
  void (*multiply)(const float* query, const float* packed, std::int64_t columns, float* products);
};
/// The functions for this processor.
const ProductLoops& productLoops();

}  // namespace espy::lab
