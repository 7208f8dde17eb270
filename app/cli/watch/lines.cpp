// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "watch/lines.h"

#include <fmt/format.h>

#include <cmath>

#include "base/json.h"
#include "find/json.h"

namespace espy::cli {

std::string secondsOf(double seconds) {
  constexpr double kMicro = 1e6;
  return jsonNumber(std::round(seconds * kMicro) / kMicro);
}

std::string textOf(const Event& event, const std::string& name,
                   const std::vector<std::string>& needles) {
  const std::string needle = event.needle ? " needle=" + needles[*event.needle] : "";
  const std::string when = fmt::format(" time={} event={}", secondsOf(event.time), event.name());
  if (event.matches.empty()) return name + ":" + when + needle + "\n";
  std::string text;
  for (const Match& match : event.matches) {
    text += fmt::format("{}:{},{},{},{}{} score={}", name, match.x, match.y, match.width,
                        match.height, when, match.score);
    if (match.isPosed()) {
      text += fmt::format(" angle={} scale={}", match.angle, match.scale);
      if (match.mirrored) text += " mirrored";
    }
    text += needle + "\n";
  }
  return text;
}

std::string jsonOf(const Event& event, const std::vector<std::string>& needles, bool hasDistance) {
  const std::string needle = event.needle ? jsonString(needles[*event.needle]) : "null";
  std::string text =
      fmt::format("{{\"time\":{},\"frame\":{},\"event\":\"{}\",\"needle\":{},\"matches\":[",
                  secondsOf(event.time), event.frame, event.name(), needle);
  for (const Match& match : event.matches) {
    if (&match != &event.matches.front()) text += ',';
    text += jsonMatch(match, needle, hasDistance);
  }
  return text + "]}\n";
}

}  // namespace espy::cli
