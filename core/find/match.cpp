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

void setDistance(Match& match, Wide distance) {
  match.distance = static_cast<std::uint64_t>(distance);
  match.distanceHigh = static_cast<std::uint32_t>(distance >> 64);
}

bool isBetter(const Match& a, const Match& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.y != b.y) return a.y < b.y;
  if (a.x != b.x) return a.x < b.x;
  return a.needle < b.needle;
}

}  // namespace find
}  // namespace espy
