// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/match.h"

#include <fmt/format.h>

namespace espy {

static_assert(sizeof(Match) == 64, "there may be one for each pixel");

std::string Distance::digits() const {
  __extension__ using Unsigned = unsigned __int128;
  return fmt::format("{}", static_cast<Unsigned>(high()) << 64 | low());
}

namespace finders {

bool fitsInto64(Wide sum) {
  return sum >> 64 == 0;
}

void setDistance(Peak& peak, Wide distance) {
  peak.distance = static_cast<std::uint64_t>(distance);
  peak.distanceHigh = static_cast<std::uint32_t>(distance >> 64);
}

}  // namespace finders
}  // namespace espy
