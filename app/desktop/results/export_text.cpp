// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>

#include "base/csv.h"
#include "base/json.h"
#include "find/json.h"
#include "model/short_text.h"
#include "results/exports.h"

namespace espy::desktop {
namespace {

void append(QByteArray& out, std::string_view text) {
  out.append(text.data(), static_cast<qsizetype>(text.size()));
}

void append(QByteArray& out, std::uint64_t number) {
  ShortText text;
  text.add(number);
  append(out, text.view());
}

/// With as many digits as tell it from other numbers of 32 bits.
void append(QByteArray& out, float number) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end - digits.data());
}

void appendExact(QByteArray& out, double number) {
  ShortText text;
  text.addExact(number);
  append(out, text.view());
}

std::string jsonString(const QString& text) {
  return espy::jsonString(text.toStdString());
}

QByteArray csvField(const QString& text) {
  return QByteArray::fromStdString(espy::csvField(text.toStdString()));
}

QByteArray tsvField(const QString& text) {
  QByteArray field = text.toUtf8();
  std::replace_if(
      field.begin(), field.end(), [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
  return field;
}

/// What the file calls a picture: its path, or its name where it came from no file.
QString called(const Picture& picture, const QString& name) {
  return picture.path.isEmpty() ? name : picture.path;
}

std::vector<QString> needlesCalled(const SearchResult& result) {
  std::vector<QString> names;
  for (const NeedleItem& item : result.needles) {
    names.push_back(item.picture ? called(*item.picture, item.name) : item.name);
  }
  return names;
}

void appendJsonMatches(QByteArray& out, const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  std::vector<std::string> needles;
  for (const QString& name : needlesCalled(result)) needles.push_back(jsonString(name));
  const bool distance = result.settings.hasDistance();
  std::vector<std::uint32_t> indices = matches.indices;
  std::sort(indices.begin(), indices.end());
  out.append("\"matches\":[");
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Match& match = result.finding.matches[indices[i]];
    if (i > 0) out.append(',');
    const std::uint32_t index = indices[i];
    const bool judged = matches.judged && matches.judged->has(index);
    append(out, jsonMatch(match, needles[match.needle], distance, nullptr,
                          judged ? &(*matches.judged->probability)[index] : nullptr));
  }
  out.append(']');
  if (const auto& best = result.finding.best) {
    out.append(",\"best\":");
    append(out, jsonMatch(*best, needles[best->needle], distance));
  }
}

/// x, y, width and height with this behind each.
void appendPlace(QByteArray& out, const Match& match, char separator) {
  for (const std::uint32_t number : {match.x, match.y, match.width, match.height}) {
    append(out, std::uint64_t{number});
    out.append(separator);
  }
}

/// What the columns behind the scale say: mirrored, the centre, the corners.
void appendPose(QByteArray& out, const Match& match) {
  out.append(match.mirrored ? ",1" : ",0");
  const MatchOutline outline = outlineOf(match);
  const auto add = [&](const SubPixel& at) {
    out.append(',');
    appendExact(out, at.x);
    out.append(',');
    appendExact(out, at.y);
  };
  add(outline.centre);
  for (const SubPixel& corner : outline.corners) add(corner);
}

}  // namespace

ExportedMatches shownMatches(const MatchList& list) {
  return {list.result(), list.kept(), list.judged()};
}

QByteArray csvOf(const ExportedMatches& matches) {
  QByteArray out = "image,needle,x,y,width,height,score,distance,angle,scale";
  const bool poses = matches.result && matches.result->settings.pose.isAsked();
  if (poses) {
    out +=
        ",mirrored,centre_x,centre_y,corner1_x,corner1_y,corner2_x,corner2_y,corner3_x,"
        "corner3_y,corner4_x,corner4_y";
  }
  if (matches.judged) out += ",judge";
  out += "\r\n";
  if (!matches.result) return out;
  const SearchResult& result = *matches.result;
  const QByteArray image = csvField(called(*result.scene, result.scene->name)) + ',';
  std::vector<QByteArray> needles;
  for (const QString& name : needlesCalled(result)) needles.push_back(csvField(name) + ',');
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    out.append(image).append(needles[match.needle]);
    appendPlace(out, match, ',');
    appendExact(out, match.score);
    out.append(',');
    if (result.settings.hasDistance())
      out.append(QByteArray::fromStdString(match.distance.digits()));
    out.append(',');
    append(out, match.angle);
    out.append(',');
    append(out, match.scale);
    if (poses) appendPose(out, match);
    if (matches.judged) {
      out.append(',');
      if (matches.judged->has(index)) appendExact(out, (*matches.judged->probability)[index]);
    }
    out.append("\r\n");
  }
  return out;
}

QByteArray tsvOf(const ExportedMatches& matches) {
  QByteArray out;
  if (!matches.result) return out;
  const SearchResult& result = *matches.result;
  std::vector<QByteArray> needles;
  for (const NeedleItem& item : result.needles) needles.push_back(tsvField(item.name) + '\t');
  const bool poses = result.settings.pose.isAsked();
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    append(out, std::uint64_t{index} + 1);
    out.append('\t').append(needles[match.needle]);
    appendPlace(out, match, '\t');
    if (poses) {
      append(out, match.angle);
      out.append('\t');
      append(out, match.scale);
      out.append(match.mirrored ? "\t1\t" : "\t0\t");
    }
    appendExact(out, match.score);
    out.append('\t');
    if (result.settings.hasDistance())
      out.append(QByteArray::fromStdString(match.distance.digits()));
    out.append('\n');
  }
  return out;
}

QByteArray jsonOf(const ExportedMatches& matches) {
  if (!matches.result) return "{}\n";
  const SearchResult& result = *matches.result;
  const Size size = result.scene->image.size();
  QByteArray out = "{\"image\":";
  append(out, jsonString(called(*result.scene, result.scene->name)));
  out.append(",\"width\":").append(QByteArray::number(static_cast<qint64>(size.width)));
  out.append(",\"height\":").append(QByteArray::number(static_cast<qint64>(size.height)));
  const auto sentence = [&](const char* key, const std::string& value) {
    out.append(",\"").append(key).append("\":");
    append(out, espy::jsonString(value));
  };
  sentence("engine", result.finding.report.engine);
  sentence("method", methodName(result.settings.method));
  out.append(',');
  appendJsonMatches(out, matches);
  out.append(",\"timeline\":");
  append(out, jsonTimeline(result.finding.report.timeline));
  out.append(",\"total_ms\":");
  append(out, jsonNumber(result.milliseconds));
  if (!result.finding.report.choice.empty()) sentence("choice", result.finding.report.choice);
  if (!result.finding.report.fallback.empty()) sentence("fallback", result.finding.report.fallback);
  return out.append("}\n");
}

}  // namespace espy::desktop
