// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "signal/files/number_format.h"
#include "signal/files/source.h"

namespace espy::recordings {

struct NpyHeader {
  NumberFormat stored;
  bool columnsFirst = false;  ///< Fortran order
  std::vector<std::int64_t> shape;
  std::uint64_t data = 0;  ///< byte offset of the data
};

/// Parses the header; throws unless the array holds real numbers.
NpyHeader readNpyHeader(const Source& source);

/// The header of an array of doubles, padded up to the data.
std::string npyHeader(const std::vector<std::int64_t>& shape, bool columnsFirst);

}  // namespace espy::recordings
