// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/find_json.h"

#include <fmt/format.h>

#include <iterator>

#include "espy/json.h"

namespace espy {

std::string jsonMatch(const Match& match, std::string_view needle, bool hasDistance,
                      const SubPixel* between) {
  std::string out = fmt::format(
      "{{\"needle\":{},\"x\":{},\"y\":{},\"width\":{},\"height\":{},\"score\":{},\"distance\":",
      needle, match.x, match.y, match.width, match.height, jsonNumber(match.score));
  if (hasDistance) {
    out += digitsOfDistance(match);
  } else {
    out += "null";
  }
  out += ",\"angle\":0.0,\"scale\":1.0";
  if (between != nullptr) {
    fmt::format_to(std::back_inserter(out), ",\"sub_x\":{},\"sub_y\":{}", jsonNumber(between->x),
                   jsonNumber(between->y));
  }
  out += '}';
  return out;
}

}  // namespace espy
