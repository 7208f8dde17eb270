// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/json.h"

#include <fmt/format.h>

#include <iterator>

#include "base/json.h"

namespace espy {
namespace {

/// With enough digits to identify the float.
std::string number(float value) {
  std::string digits = fmt::format("{}", value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

}  // namespace

std::string jsonMatch(const Match& match, std::string_view needle, bool hasDistance,
                      const SubPixel* between, const double* judge) {
  std::string out = fmt::format(
      "{{\"needle\":{},\"x\":{},\"y\":{},\"width\":{},\"height\":{},\"score\":{},\"distance\":",
      needle, match.x, match.y, match.width, match.height, jsonNumber(match.score));
  if (hasDistance) {
    out += match.distance.digits();
  } else {
    out += "null";
  }
  out += fmt::format(",\"angle\":{},\"scale\":{}", number(match.angle), number(match.scale));
  if (match.isPosed()) {
    const MatchOutline outline = outlineOf(match);
    const auto point = [](SubPixel at) {
      return fmt::format("[{},{}]", jsonNumber(at.x), jsonNumber(at.y));
    };
    out += fmt::format(",\"mirrored\":{},\"centre\":{},\"corners\":[", match.mirrored,
                       point(outline.centre));
    for (std::size_t k = 0; k < outline.corners.size(); ++k) {
      if (k > 0) out += ',';
      out += point(outline.corners[k]);
    }
    out += ']';
  }
  if (between != nullptr) {
    fmt::format_to(std::back_inserter(out), ",\"sub_x\":{},\"sub_y\":{}", jsonNumber(between->x),
                   jsonNumber(between->y));
  }
  if (judge != nullptr) out += ",\"judge\":" + jsonNumber(*judge);
  out += '}';
  return out;
}

std::string jsonOutline(const Finding& finding, std::size_t i) {
  std::string out = ",\"outline\":[";
  for (const SubPixel& point : finding.outlines[i]) {
    if (out.back() == ']') out += ',';
    fmt::format_to(std::back_inserter(out), "[{},{}]", jsonNumber(point.x), jsonNumber(point.y));
  }
  out += "],\"bends\":[";
  for (std::size_t k = 0; k < finding.bends[i].size(); ++k) {
    if (k > 0) out += ',';
    out += number(finding.bends[i][k]);
  }
  fmt::format_to(std::back_inserter(out), "],\"seen\":{}}}", jsonNumber(finding.seen[i]));
  return out;
}

}  // namespace espy
