// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::files {

/// How a file stores a number.
struct NumberFormat {
  enum class Kind : std::uint8_t { whole, natural, floating };
  Kind kind = Kind::whole;
  int bytes = 2;  ///< 1 to 4 or 8; floating 2, 4 or 8
  bool big = false;

  bool operator==(const NumberFormat&) const = default;
};

/// Reads a number. Integers of 8 bytes are rounded to a double.
double numberAt(const std::uint8_t* at, const NumberFormat& stored);

}  // namespace espy::files
