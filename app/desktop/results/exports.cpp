// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/exports.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/csv.h"
#include "base/folder.h"
#include "base/json.h"
#include "canvas/device_map.h"
#include "canvas/mark_numbers.h"
#include "espy/engine/find.h"
#include "espy/engine/mark.h"
#include "espy/pictures.h"
#include "find/json.h"
#include "model/paths.h"
#include "model/short_text.h"

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

/// The shortest text that reads back as the same float.
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

/// The picture's identifier in files: its path, or `name` if it has none.
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
    if (result.finding.outlines.empty()) continue;
    out.chop(1);  // the object goes on
    append(out, jsonOutline(result.finding, index));
  }
  out.append(']');
  if (const auto& best = result.finding.best) {
    out.append(",\"best\":");
    append(out, jsonMatch(*best, needles[best->needle], distance));
  }
}

/// Appends x, y, width and height, each followed by the separator.
void appendPlace(QByteArray& out, const Match& match, char separator) {
  for (const std::uint32_t number : {match.x, match.y, match.width, match.height}) {
    append(out, std::uint64_t{number});
    out.append(separator);
  }
}

/// Appends the columns after scale: mirrored, centre, corners.
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
  const bool poses = matches.result && matches.result->settings.hasPoses();
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
  const bool poses = result.settings.hasPoses();
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
  append(out, jsonMembers(result.finding.report));
  if (!result.finding.report.choice.empty()) sentence("choice", result.finding.report.choice);
  if (!result.finding.report.fallback.empty()) sentence("fallback", result.finding.report.fallback);
  return out.append("}\n");
}

Marks marksOf(const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  std::vector<QColor> colours;
  for (const NeedleItem& item : result.needles) colours.push_back(item.colour);
  constexpr std::size_t kMostColours = 256;  // colour indices have 8 bits
  colours.resize(std::min(colours.size(), kMostColours));
  MarkList list;
  list.marks.reserve(matches.indices.size());
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    list.add(match, static_cast<std::uint8_t>(match.needle % colours.size()), index,
             &result.finding);
  }
  return Marks::of(std::move(list), std::move(colours), frameOf(result.scene->image).size());
}

namespace {

/// Side of the blocks in which numbers are painted: QImage supports neither all sizes nor all
/// formats.
constexpr int kPiece = 256;

/// Converts grey to RGB, keeping alpha.
Image inColour(const ImageView& grey) {
  PixelFormat format = grey.format();
  const bool alpha = format.hasAlpha();
  format.channels = alpha ? 4 : 3;
  Image picture(grey.size(), format);
  for (std::int64_t y = 0; y < grey.height(); ++y) {
    for (std::int64_t x = 0; x < grey.width(); ++x) {
      const std::uint32_t sample = sampleAt(grey, x, y, 0);
      for (int c = 0; c < 3; ++c) setSample(picture.pixels(), x, y, c, sample);
      if (alpha) setSample(picture.pixels(), x, y, 3, sampleAt(grey, x, y, 1));
    }
  }
  return picture;
}

/// A block of the picture with 8 bits per sample.
QImage pieceOf(const ImageView& picture, const QRect& place) {
  const auto most = static_cast<std::uint64_t>(picture.format().maxValue());
  QImage piece(place.size(), QImage::Format_RGB32);
  for (int y = 0; y < place.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(piece.scanLine(y));
    for (int x = 0; x < place.width(); ++x) {
      const auto part = [&](int channel) {
        const std::uint64_t sample = sampleAt(picture, place.x() + x, place.y() + y, channel);
        return static_cast<int>(sample * 255 / most);
      };
      line[x] = qRgb(part(0), part(1), part(2));
    }
  }
  return piece;
}

void takeChanges(const MutableImageView& picture, const QRect& place, const QImage& before,
                 const QImage& after) {
  const auto most = static_cast<std::uint64_t>(picture.format().maxValue());
  for (int y = 0; y < place.height(); ++y) {
    const auto* was = reinterpret_cast<const QRgb*>(before.constScanLine(y));
    const auto* is = reinterpret_cast<const QRgb*>(after.constScanLine(y));
    for (int x = 0; x < place.width(); ++x) {
      if (was[x] == is[x]) continue;
      const std::array<int, 3> parts{qRed(is[x]), qGreen(is[x]), qBlue(is[x])};
      for (int c = 0; c < 3; ++c) {
        const auto part = static_cast<std::uint64_t>(parts[static_cast<std::size_t>(c)]);
        setSample(picture, place.x() + x, place.y() + y, c,
                  static_cast<std::uint32_t>((part * most + 127) / 255));
      }
      if (picture.format().hasAlpha()) {
        setSample(picture, place.x() + x, place.y() + y, 3, static_cast<std::uint32_t>(most));
      }
    }
  }
}

/// Paints the numbers of these matches as on the canvas at 1:1. A grey picture is converted to
/// colour; pixels without numbers keep their values.
Image withNumbers(Image picture, const ExportedMatches& matches, const Control& control) {
  if (matches.indices.empty()) return picture;
  if (picture.format().colourChannels() == 1) picture = inColour(picture);
  const Size size = picture.size();
  const Marks marks = marksOf(matches);
  DeviceMap map;
  map.width = static_cast<int>(size.width);
  map.height = static_cast<int>(size.height);
  // Upper bound of a label's extent: blocks further away from a mark need no check.
  const QFontMetrics metrics{QGuiApplication::font()};
  const int reach = metrics.horizontalAdvance(QStringLiteral("000000000000")) + metrics.height();
  const QRect all(0, 0, map.width, map.height);
  for (int top = 0; top < map.height; top += kPiece) {
    for (int left = 0; left < map.width; left += kPiece) {
      control.check();
      const QRect place = QRect(left, top, kPiece, kPiece).intersected(all);
      const std::vector<std::uint32_t> near =
          marks.touching(place.adjusted(-reach, -reach, reach, reach));
      if (near.empty()) continue;
      const QImage before = pieceOf(picture, place);
      QImage after = before.copy();
      QPainter painter(&after);
      painter.setFont(QGuiApplication::font());
      painter.translate(-place.topLeft());
      paintNumbers(painter, marks, near, map);
      painter.end();
      takeChanges(picture.pixels(), place, before, after);
    }
  }
  return picture;
}

/// All engines give the same marks; a CPU engine is always available.
constexpr const char* kEngine = "threads";

/// Matches with outlines of one colour.
struct ColourGroup {
  Colour colour;
  Finding finding;
};

/// Adds a match of a result, and its outline if it has one.
void addTo(Finding& finding, const SearchResult& result, std::uint32_t index) {
  finding.matches.push_back(result.finding.matches[index]);
  if (!result.finding.outlines.empty()) {
    finding.outlines.push_back(result.finding.outlines[index]);
  }
}

/// Groups in order of needles, colours before greys, so that a grey scene is converted with the
/// first outline or not at all.
std::vector<ColourGroup> byColour(const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  std::vector<ColourGroup> groups;
  std::vector<std::size_t> groupOf;
  for (const NeedleItem& item : result.needles) {
    const Colour colour = colourOf(item.colour);
    const auto at = std::find_if(groups.begin(), groups.end(),
                                 [&](const ColourGroup& group) { return group.colour == colour; });
    groupOf.push_back(static_cast<std::size_t>(at - groups.begin()));
    if (at == groups.end()) groups.push_back({colour, {}});
  }
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    addTo(groups[groupOf[match.needle]].finding, result, index);
  }
  std::erase_if(groups, [](const ColourGroup& group) { return group.finding.matches.empty(); });
  std::stable_partition(groups.begin(), groups.end(),
                        [](const ColourGroup& group) { return !group.colour.isGrey(); });
  return groups;
}

/// Copies scene pixels into a picture of the same format, or grey into colour.
void copyPixels(const MutableImageView& picture, const ImageView& scene, std::int64_t x,
                std::int64_t y, std::int64_t count) {
  const auto sample = static_cast<std::size_t>(scene.format().bytesPerSample());
  const auto pixel = static_cast<std::size_t>(scene.format().bytesPerPixel());
  std::uint8_t* to = picture.pixel(x, y);
  const std::uint8_t* from = scene.pixel(x, y);
  if (picture.format() == scene.format()) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * pixel);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i, from += pixel) {
    for (int c = 0; c < 3; ++c, to += sample) std::memcpy(to, from, sample);
    if (scene.format().hasAlpha()) {
      std::memcpy(to, from + sample, sample);
      to += sample;
    }
  }
}

/// Restores the scene inside all windows, since outlines of one colour may cross windows of
/// another.
void restoreInside(const MutableImageView& picture, const ImageView& scene, const ImageView& flags,
                   const Control& control) {
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    if (y % 64 == 0) control.check();
    const std::uint8_t* const row = flags.row(y);
    const std::uint8_t* const end = row + flags.width();
    const auto flagged = [](std::uint8_t flag) { return flag != kFlagNothing; };
    for (const std::uint8_t* at = std::find_if(row, end, flagged); at != end;) {
      const std::uint8_t* const last = std::find(at, end, kFlagNothing);
      copyPixels(picture, scene, at - row, y, last - at);
      at = std::find_if(last, end, flagged);
    }
  }
}

/// BASE.ENDING, or BASE-2.ENDING and so on if it exists.
std::string freePath(const QString& base, const QString& ending) {
  QString path = base + ending;
  const auto taken = [](const QString& file) {
    const QFileInfo info(file);
    return info.exists() || info.isSymLink();
  };
  for (int i = 2; taken(path); ++i) path = base + QLatin1Char('-') + QString::number(i) + ending;
  return pathOf(path);
}

Image outlined(const Registry& registry, const ExportedMatches& matches,
               const MarkSettings& settings, const Control& control) {
  const ImageView& scene = matches.result->scene->image;
  Control quiet = control;
  quiet.progress = nullptr;  // several passes report 0..1 each
  Timeline unheard;
  const auto flagsOf = [&](const Finding& some) {
    return flagPlane(registry, kEngine, scene.size(), some, 2, quiet, unheard);
  };
  Finding all;
  for (const std::uint32_t index : matches.indices) addTo(all, *matches.result, index);
  const std::vector<ColourGroup> groups = byColour(matches);
  MarkOptions options{settings.style, settings.thickness, {}};
  if (!groups.empty()) options.colour = groups.front().colour;
  if (settings.style != MarkStyle::outline || groups.size() < 2) {
    return espy::markedPicture(registry, kEngine, scene, all, options, quiet, unheard);
  }

  Image picture = espy::markedPicture(registry, kEngine, scene, groups.front().finding, options,
                                      quiet, unheard);
  for (auto group = groups.begin() + 1; group != groups.end(); ++group) {
    options.colour = group->colour;
    registry.get<PaintMarks>(kEngine)(picture.pixels(), flagsOf(group->finding), options, quiet,
                                      unheard);
  }
  restoreInside(picture.pixels(), scene, flagsOf(all), quiet);
  return picture;
}

}  // namespace

Image markedPicture(const Registry& registry, const ExportedMatches& matches,
                    const MarkSettings& settings, const Control& control) {
  Image picture = outlined(registry, matches, settings, control);
  if (!settings.numbers) return picture;
  return withNumbers(std::move(picture), matches, control);
}

std::size_t writeCrops(const ExportedMatches& matches, const QString& folder,
                       const Control& control) {
  constexpr int kDigits = 4;
  makeFolder(pathOf(folder));
  const SearchResult& result = *matches.result;
  const QString ending = defaultExtension();
  std::vector<QString> names;
  for (const NeedleItem& item : result.needles) {
    names.push_back(safeFileName(item.name, QStringLiteral("-_")));
  }
  std::size_t written = 0;
  for (const std::uint32_t index : matches.indices) {
    control.check();
    const Match& match = result.finding.matches[index];
    const QString base =
        QStringLiteral("%1/%2_%3_%4_%5")
            .arg(folder, names[match.needle],
                 QString::number(index + 1).rightJustified(kDigits, QLatin1Char('0')),
                 QString::number(match.x), QString::number(match.y));
    writePicture(freePath(base, ending),
                 result.scene->image.view().crop(match.x, match.y, {match.width, match.height}));
    ++written;
    if (control.progress) {
      control.progress(static_cast<double>(written) / static_cast<double>(matches.indices.size()));
    }
  }
  return written;
}

}  // namespace espy::desktop
