// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "common/targets.h"
#include "espy/pictures.h"

namespace espy::cli {
namespace {

Image greysOf(Method method, const ScoreMap& map) {
  Image picture = Image::forOverwrite(map.size, {1, Depth::u16});
  const MutableImageView pixels = picture.pixels();
  const float* score = map.scores.data();
  for (std::int64_t y = 0; y < map.size.height; ++y) {
    for (std::int64_t x = 0; x < map.size.width; ++x) {
      const double from0 = method == Method::zncc ? (*score + 1.0) / 2 : *score;
      // Scores of a map have a numerical error and may exceed the range slightly.
      const double grey = std::round(65535 * std::clamp(from0, 0.0, 1.0));
      setSample(pixels, x, y, 0, static_cast<std::uint32_t>(grey));
      ++score;
    }
  }
  return picture;
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
    if (!found.finding.between.empty()) {
      const SubPixel& between = found.finding.between[i];
      out.format(" at={},{}", between.x, between.y);
    }
    if (!found.finding.judged.empty()) out.format(" judge={}", found.finding.judged[i]);
    out.format(" needle={}\n", found.needles[match.needle]);
  }
}

void writeJson(Output& out, const FoundInImage& found) {
  writeJson(found.image, found.needles, found.size, found.method, found.finding,
            [&](std::string_view part) { out.text(part); });
  out.format(",\"timeline\":{},\"total_ms\":{}", jsonTimeline(found.timeline),
             jsonNumber(found.totalMilliseconds));
  const auto sentence = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.format(",\"{}\":{}", key, jsonString(value));
  };
  sentence("choice", found.finding.report.choice);
  sentence("fallback", found.finding.report.fallback);
  out.text("}\n");
}

std::string timingsTitle(const FoundInImage& found) {
  const RunReport& report = found.finding.report;
  std::string title =
      fmt::format("{}: {} x {} pixels, {} found, engine {}, {} thread{}", found.image,
                  found.size.width, found.size.height, found.finding.matches.size(), report.engine,
                  report.threads, report.threads == 1 ? "" : "s");
  if (!found.finding.report.choice.empty())
    title += "\n  auto: " + found.finding.report.choice.text();
  if (!found.finding.report.fallback.empty())
    title += "\n  but:  " + found.finding.report.fallback.text();
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
