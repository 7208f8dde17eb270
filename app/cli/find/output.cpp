// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/targets.h"
#include "espy/json.h"
#include "espy/pictures.h"
#include "find/json.h"

namespace espy::cli {
namespace {

Image greysOf(Method method, const ScoreMap& map) {
  Image picture = Image::forOverwrite(map.size, {1, Depth::u16});
  const MutableImageView pixels = picture.pixels();
  const float* score = map.scores.data();
  for (std::int64_t y = 0; y < map.size.height; ++y) {
    for (std::int64_t x = 0; x < map.size.width; ++x) {
      const double from0 = method == Method::zncc ? (*score + 1.0) / 2 : *score;
      // A map may be off by its error, and so lie a little outside.
      const double grey = std::round(65535 * std::clamp(from0, 0.0, 1.0));
      setSample(pixels, x, y, 0, static_cast<std::uint32_t>(grey));
      ++score;
    }
  }
  return picture;
}

void writeMatches(Output& out, const FoundInImage& found) {
  std::vector<std::string> needleNames;
  for (const std::string& needle : found.needles) needleNames.push_back(jsonString(needle));
  const bool hasDistance = found.method.hasDistance();

  out.text("\"matches\":[");
  for (std::size_t i = 0; i < found.finding.matches.size(); ++i) {
    const Match& match = found.finding.matches[i];
    if (i > 0) out.text(",");
    out.text(jsonMatch(match, needleNames[match.needle], hasDistance,
                       found.subPixels.matches.empty() ? nullptr : &found.subPixels.matches[i],
                       found.judged.empty() ? nullptr : &found.judged[i]));
  }
  out.text("]");
  if (const std::optional<Match>& best = found.finding.best; best) {
    out.text(",\"best\":");
    out.text(jsonMatch(*best, needleNames[best->needle], hasDistance,
                       found.subPixels.best ? &*found.subPixels.best : nullptr));
  }
}

}  // namespace

void writeText(Output& out, const FoundInImage& found) {
  for (std::size_t i = 0; i < found.finding.matches.size(); ++i) {
    const Match& match = found.finding.matches[i];
    out.format("{}:{},{},{},{} score={}", found.image, match.x, match.y, match.width, match.height,
               match.score);
    if (match.isPosed()) {
      out.format(" angle={} scale={}", match.angle, match.scale);
      if (match.mirrored) out.text(" mirrored");
    }
    if (!found.subPixels.matches.empty()) {
      const SubPixel& between = found.subPixels.matches[i];
      out.format(" at={},{}", between.x, between.y);
    }
    if (!found.judged.empty()) out.format(" judge={}", found.judged[i]);
    out.format(" needle={}\n", found.needles[match.needle]);
  }
}

void writeJson(Output& out, const FoundInImage& found) {
  out.format("{{\"image\":{},\"width\":{},\"height\":{},\"engine\":{},\"method\":{},",
             jsonString(found.image), found.size.width, found.size.height,
             jsonString(found.finding.report.engine), jsonString(methodName(found.method.method)));
  writeMatches(out, found);
  out.format(",\"timeline\":{},\"total_ms\":{}", jsonTimeline(found.timeline),
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
  if (!found.finding.choice.empty()) title += "\n  auto: " + found.finding.choice.text();
  if (!found.finding.fallback.empty()) title += "\n  but:  " + found.finding.fallback.text();
  if (!report.strategy.empty()) title += "\n  how:  " + report.strategy.text();
  return title;
}

void writeScores(const std::string& path, Method method, const ScoreMap& map) {
  if (isPgm(path)) {
    writePicture(path, greysOf(method, map));
  } else {
    writeFloatPicture(path, map.size, map.scores);
  }
}

}  // namespace espy::cli
