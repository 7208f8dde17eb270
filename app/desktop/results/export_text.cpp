// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "espy/csv.h"
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

void appendExact(QByteArray& out, double number) {
  ShortText text;
  text.addExact(number);
  append(out, text.view());
}

/// As the command writes it: always with a point or an exponent, so that typed readers see a
/// floating-point number.
void appendJsonNumber(QByteArray& out, double number) {
  ShortText text;
  text.addExact(number);
  if (text.view().find_first_of(".e") == std::string_view::npos) text.add(".0");
  append(out, text.view());
}

QByteArray jsonString(const QString& text) {
  QByteArray out = "\"";
  for (const char c : text.toUtf8()) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append('\\').append(c);
    } else if (byte < 0x20 || byte == 0x7f) {
      out.append("\\u00").append(QByteArray::number(byte, 16).rightJustified(2, '0'));
    } else {
      out.append(c);
    }
  }
  return out.append('"');
}

QByteArray jsonString(const std::string& text) {
  return jsonString(QString::fromStdString(text));
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

void appendJsonMatch(QByteArray& out, const Match& match, const QByteArray& needle, bool distance) {
  out.append("{\"needle\":").append(needle);
  out.append(",\"x\":");
  append(out, std::uint64_t{match.x});
  out.append(",\"y\":");
  append(out, std::uint64_t{match.y});
  out.append(",\"width\":");
  append(out, std::uint64_t{match.width});
  out.append(",\"height\":");
  append(out, std::uint64_t{match.height});
  out.append(",\"score\":");
  appendJsonNumber(out, match.score);
  out.append(",\"distance\":");
  if (distance) {
    append(out, match.distance);
  } else {
    out.append("null");
  }
  out.append(",\"angle\":0.0,\"scale\":1.0}");
}

void appendJsonMatches(QByteArray& out, const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  std::vector<QByteArray> needles;
  for (const QString& name : needlesCalled(result)) needles.push_back(jsonString(name));
  const bool distance = result.settings.hasDistance();
  std::vector<std::uint32_t> indices = matches.indices;
  std::sort(indices.begin(), indices.end());
  out.append("\"matches\":[");
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Match& match = result.finding.matches[indices[i]];
    if (i > 0) out.append(',');
    appendJsonMatch(out, match, needles[match.needle], distance);
  }
  out.append(']');
  if (const auto& best = result.finding.best) {
    out.append(",\"best\":");
    appendJsonMatch(out, *best, needles[best->needle], distance);
  }
}

/// x, y, width and height with this behind each.
void appendPlace(QByteArray& out, const Match& match, char separator) {
  for (const std::uint32_t number : {match.x, match.y, match.width, match.height}) {
    append(out, std::uint64_t{number});
    out.append(separator);
  }
}

}  // namespace

ExportedMatches shownMatches(const MatchList& list) {
  return {list.result(), {list.shown().begin(), list.shown().end()}};
}

QByteArray csvOf(const ExportedMatches& matches) {
  QByteArray out = "image,needle,x,y,width,height,score,distance,angle,scale\r\n";
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
    if (result.settings.hasDistance()) append(out, match.distance);
    out.append(",0,1\r\n");
  }
  return out;
}

QByteArray tsvOf(const ExportedMatches& matches) {
  QByteArray out;
  if (!matches.result) return out;
  const SearchResult& result = *matches.result;
  std::vector<QByteArray> needles;
  for (const NeedleItem& item : result.needles) needles.push_back(tsvField(item.name) + '\t');
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    append(out, std::uint64_t{index} + 1);
    out.append('\t').append(needles[match.needle]);
    appendPlace(out, match, '\t');
    appendExact(out, match.score);
    out.append('\t');
    if (result.settings.hasDistance()) append(out, match.distance);
    out.append('\n');
  }
  return out;
}

QByteArray jsonOf(const ExportedMatches& matches) {
  if (!matches.result) return "{}\n";
  const SearchResult& result = *matches.result;
  const Size size = result.scene->image.size();
  QByteArray out = "{\"image\":" + jsonString(called(*result.scene, result.scene->name));
  out.append(",\"width\":").append(QByteArray::number(static_cast<qint64>(size.width)));
  out.append(",\"height\":").append(QByteArray::number(static_cast<qint64>(size.height)));
  out.append(",\"engine\":").append(jsonString(result.finding.report.engine));
  out.append(",\"method\":\"").append(methodName(result.settings)).append("\",");
  appendJsonMatches(out, matches);
  out.append(",\"timeline\":[");
  bool first = true;
  for (const Timeline::Stage& stage : result.finding.report.timeline.stages()) {
    out.append(first ? "{\"stage\":" : ",{\"stage\":").append(jsonString(stage.name));
    out.append(",\"ms\":");
    appendJsonNumber(out, stage.milliseconds);
    out.append('}');
    first = false;
  }
  out.append("],\"total_ms\":");
  appendJsonNumber(out, result.milliseconds);
  const auto sentence = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.append(",\"").append(key).append("\":").append(jsonString(value));
  };
  sentence("choice", result.finding.choice);
  sentence("fallback", result.finding.fallback);
  return out.append("}\n");
}

}  // namespace espy::desktop
