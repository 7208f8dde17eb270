// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/match.h"

#include <fmt/format.h>

namespace espy {

std::string digitsOfDistance(const Match& match) {
  __extension__ using Wide = unsigned __int128;
  return fmt::format("{}", static_cast<Wide>(match.distanceHigh) << 64 | match.distance);
}

namespace find {

bool fitsInto64(Wide sum) {
  return sum >> 64 == 0;
}

void setDistance(Peak& peak, Wide distance) {
  peak.distance = static_cast<std::uint64_t>(distance);
  peak.distanceHigh = static_cast<std::uint32_t>(distance >> 64);
}

}  // namespace find
}  // namespace espy
