// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find_output.h"

#include <fmt/format.h>

#include "json.h"

namespace espy::cli {

void writeText(Output& out, const FoundInImage& found) {
  for (const Match& match : found.finding.matches) {
    out.format("{}:{},{},{},{} score={} needle={}\n", found.image, match.x, match.y, match.width,
               match.height, match.score, found.needles[match.needle]);
  }
}

void writeJson(Output& out, const FoundInImage& found) {
  std::vector<std::string> needleNames;
  for (const std::string& needle : found.needles) needleNames.push_back(jsonString(needle));

  out.format("{{\"image\":{},\"width\":{},\"height\":{},\"engine\":{},\"method\":\"exact\",",
             jsonString(found.image), found.size.width, found.size.height,
             jsonString(found.finding.report.engine));
  out.text("\"matches\":[");
  const char* separator = "";
  for (const Match& match : found.finding.matches) {
    out.format(
        "{}{{\"needle\":{},\"x\":{},\"y\":{},\"width\":{},\"height\":{},\"score\":{},"
        "\"distance\":{},\"angle\":0.0,\"scale\":1.0}}",
        separator, needleNames[match.needle], match.x, match.y, match.width, match.height,
        jsonNumber(match.score), match.distance);
    separator = ",";
  }
  out.format("],\"timeline\":{},\"total_ms\":{}", jsonTimeline(found.timeline),
             jsonNumber(found.totalMilliseconds));
  const auto sentence = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.format(",\"{}\":{}", key, jsonString(value));
  };
  sentence("choice", found.finding.choice);
  sentence("fallback", found.finding.fallback);
  out.text("}\n");
}

std::string timingsTitle(const FoundInImage& found) {
  const RunReport& report = found.finding.report;
  std::string title =
      fmt::format("{}: {} x {} pixels, {} found, engine {}, {} thread{}", found.image,
                  found.size.width, found.size.height, found.finding.matches.size(), report.engine,
                  report.threads, report.threads == 1 ? "" : "s");
  if (!found.finding.choice.empty()) title += "\n  auto: " + found.finding.choice;
  if (!found.finding.fallback.empty()) title += "\n  but:  " + found.finding.fallback;
  if (!report.strategy.empty()) title += "\n  how:  " + report.strategy;
  return title;
}

}  // namespace espy::cli
