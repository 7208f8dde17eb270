// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "signal/files/source.h"
#include "signal/files/stored.h"

namespace espy::recordings {

/// What an NPY file says of its array.
struct NpyHeader {
  Stored stored;
  bool columnsFirst = false;  ///< Fortran's order
  std::vector<std::int64_t> shape;
  std::uint64_t data = 0;  ///< where the numbers begin
};

/// Reads the header at the beginning of the bytes; refuses what holds no real numbers.
NpyHeader readNpyHeader(const Source& source);

/// The header of an array of doubles, up to where the numbers begin.
std::string npyHeader(const std::vector<std::int64_t>& shape, bool columnsFirst);

}  // namespace espy::recordings
