// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/number_format.h"

// NPY, NumPy's format of one array.
namespace espy::files {

struct NpyHeader {
  NumberFormat stored;
  bool columnsFirst = false;  ///< Fortran order
  std::vector<std::int64_t> shape;
  std::uint64_t data = 0;  ///< byte offset of the data

  bool isEmpty() const { return std::ranges::find(shape, 0) != shape.end(); }
};

bool isNpy(std::span<const std::uint8_t> bytes);

/// Parses the header; throws unless the array holds real numbers. `name` begins messages.
NpyHeader readNpyHeader(std::span<const std::uint8_t> bytes, const std::string& name);

/// The header of an array, padded up to the data.
std::string npyHeader(const std::vector<std::int64_t>& shape, const NumberFormat& stored,
                      bool columnsFirst);

}  // namespace espy::files
