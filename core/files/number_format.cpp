// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/number_format.h"

#include <bit>
#include <cmath>
#include <limits>

namespace espy::files {
namespace {

using Kind = NumberFormat::Kind;

std::uint64_t bitsAt(const std::uint8_t* at, const NumberFormat& stored) {
  std::uint64_t bits = 0;
  for (int i = 0; i < stored.bytes; ++i) {
    const int shift = 8 * (stored.big ? stored.bytes - 1 - i : i);
    bits |= std::uint64_t{at[i]} << shift;
  }
  return bits;
}

/// Decodes an IEEE half-precision number.
double halfOf(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  double number = 0;
  if (exponent == 31) {
    number = fraction == 0 ? std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    number = std::ldexp(fraction, -24);
  } else {
    number = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -number : number;
}

double floatingOf(std::uint64_t bits, int bytes) {
  if (bytes == 2) return halfOf(bits);
  if (bytes == 4)
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return std::bit_cast<double>(bits);
}

double numberOf(std::uint64_t bits, const NumberFormat& stored) {
  switch (stored.kind) {
    case Kind::natural:
      return static_cast<double>(bits);
    case Kind::floating:
      return floatingOf(bits, stored.bytes);
    case Kind::whole: {
      const int unused = 64 - 8 * stored.bytes;
      return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
  }
  return 0;
}

}  // namespace

double numberAt(const std::uint8_t* at, const NumberFormat& stored) {
  return numberOf(bitsAt(at, stored), stored);
}

}  // namespace espy::files
