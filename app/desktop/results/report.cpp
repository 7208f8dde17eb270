// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/report.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QUrl>
#include <algorithm>
#include <numeric>

#include "canvas/device_map.h"
#include "canvas/mark_numbers.h"
#include "model/poses.h"
#include "results/sheet_picture.h"

namespace espy::desktop {

namespace {

/// Longer side of the picture: a page at 200 dpi.
constexpr int kMostPixels = 1400;

/// Draws a wide light line and a coloured one over it: visible on any background.
template <class Draw>
void drawTwice(QPainter& painter, const QColor& colour, const Draw& draw) {
  painter.setPen(QPen(Qt::white, 4));
  draw();
  painter.setPen(QPen(colour, 2));
  draw();
}

QPolygonF mapped(std::span<const QPointF> points, const DeviceMap& map) {
  QPolygonF polygon;
  for (const QPointF& point : points) polygon << QPointF(map.left, map.top) + point * map.scale;
  return polygon;
}

QPolygonF polygonOf(const PosedOutline& turned, const DeviceMap& map) {
  return turned.line.isEmpty()
             ? mapped(turned.corners, map)
             : mapped({turned.line.constData(), static_cast<std::size_t>(turned.line.size())}, map);
}

/// The stem that marks the needle's top, as on the canvas.
QLineF stemOf(const PosedOutline& turned, const DeviceMap& map) {
  constexpr double kLength = 10;
  const QPolygonF polygon = mapped(turned.corners, map);
  QLineF stem((polygon[0] + polygon[1]) / 2, (polygon[0] + polygon[1] - polygon[2] - polygon[3]));
  stem = QLineF(stem.p1(), stem.p1() + stem.p2());
  stem.setLength(kLength);
  return stem;
}

/// Paints a box around each match, or a ring around small ones.
void paintBoxes(QImage& picture, const Marks& marks, const DeviceMap& map) {
  constexpr double kLeastSide = 24;
  QPainter painter(&picture);
  painter.setBrush(Qt::NoBrush);
  for (const Mark& mark : marks.all()) {
    const QRectF window = map.toWidget(mark.window).adjusted(-1, -1, 1, 1);
    const bool ring = std::max(window.width(), window.height()) < kLeastSide;
    const PosedOutline* turned = marks.turned(mark);
    const bool box = turned == nullptr || turned->upright;
    painter.setRenderHint(QPainter::Antialiasing, ring || !box);
    drawTwice(painter, marks.colour(mark), [&] {
      if (ring) {
        painter.drawEllipse(window.center(), kLeastSide / 2, kLeastSide / 2);
      } else if (!box && !turned->line.isEmpty()) {
        painter.drawPolyline(polygonOf(*turned, map));
      } else if (!box) {
        painter.drawPolygon(polygonOf(*turned, map));
        painter.drawLine(stemOf(*turned, map));
      } else {
        painter.drawRect(window);
      }
    });
  }
}

/// Paints everything outside the matches in the given style.
void paintAround(QImage& picture, const MarkSettings& style, const Marks& marks,
                 const DeviceMap& map) {
  const QImage before = picture;
  QPainter painter(&picture);
  if (style.style == MarkStyle::whiteout) painter.fillRect(picture.rect(), Qt::white);
  if (style.style == MarkStyle::dim) painter.fillRect(picture.rect(), QColor(0, 0, 0, 170));
  if (style.style == MarkStyle::lighten)
    painter.fillRect(picture.rect(), QColor(255, 255, 255, 170));
  if (style.style == MarkStyle::outline) {
    constexpr double kLeast = 2;
    const double line = std::max(kLeast, style.thickness * map.scale);
    for (const Mark& mark : marks.all()) {
      const PosedOutline* turned = marks.turned(mark);
      if (turned != nullptr && !turned->fills) {
        QPen pen(marks.colour(mark), 2 * line);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.setBrush(marks.colour(mark));
        painter.drawPolygon(polygonOf(*turned, map));
        continue;
      }
      painter.fillRect(map.toWidget(mark.window).adjusted(-line, -line, line, line).toAlignedRect(),
                       marks.colour(mark));
    }
  }
  for (const Mark& mark : marks.all()) {
    const QRect window = map.toWidget(mark.window).toAlignedRect();
    if (const PosedOutline* turned = marks.turned(mark); turned != nullptr && !turned->fills) {
      QPainterPath inside;
      inside.addPolygon(polygonOf(*turned, map));
      painter.setClipPath(inside);
    }
    painter.drawImage(window.topLeft(), before, window);
    painter.setClipping(false);
  }
}

void paintStyle(QImage& picture, const MarkSettings& style, const Marks& marks,
                const DeviceMap& map) {
  if (style.style == MarkStyle::none) return;
  if (style.style == MarkStyle::outline && style.boxes) {
    paintBoxes(picture, marks, map);
  } else {
    paintAround(picture, style, marks, map);
  }
}

}  // namespace

QImage reportPicture(const ReportFacts& facts) {
  const SearchResult& result = *facts.matches.result;
  const QRect frame = frameOf(result.scene->image);
  QImage picture = qImageFrom(result.scene->image, {kMostPixels, kMostPixels})
                       .convertToFormat(QImage::Format_RGB32);
  DeviceMap map;
  map.scale = static_cast<double>(picture.width()) / frame.width();
  map.width = picture.width();
  map.height = picture.height();
  const Marks marks = marksOf(facts.matches);
  std::vector<std::uint32_t> numbered(std::min(marks.all().size(), kMostReportRows));
  std::iota(numbered.begin(), numbered.end(), 0U);
  paintStyle(picture, facts.marks, marks, map);
  QPainter painter(&picture);
  painter.setFont(QGuiApplication::font());
  paintNumbers(painter, marks, numbered, map);
  return picture;
}

namespace {

/// Translation context of this file.
struct ReportWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::Report)
};

/// Text width of a page, in logical pixels.
constexpr int kPageWidth = 620;
constexpr const char* kPictureName = "espy:picture";
constexpr const char* kSheetName = "espy:sheet";
/// Cells of a part of the sheet, so that it fits on a page.
constexpr int kSheetColumns = 6;
constexpr int kSheetRows = 6;

QString escaped(const QString& text) {
  return text.toHtmlEscaped();
}

QString numberText(std::size_t number) {
  return QLocale().toString(static_cast<qulonglong>(number));
}

QString cells(const QStringList& texts, const char* tag) {
  QString row;
  for (const QString& text : texts) {
    row += QStringLiteral("<%1 align=\"left\">%2</%1>").arg(QLatin1String(tag), text);
  }
  return QStringLiteral("<tr>%1</tr>").arg(row);
}

QString table(const QStringList& titles, const QList<QStringList>& rows) {
  QString text = QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"4\">");
  text += QStringLiteral("<thead>%1</thead>").arg(cells(titles, "th"));
  for (const QStringList& row : rows) text += cells(row, "td");
  return text + QStringLiteral("</table>");
}

QString swatch(const QColor& colour) {
  return QStringLiteral("<span style=\"background-color:%1\">&nbsp;&nbsp;&nbsp;</span> ")
      .arg(colour.name());
}

QString sizeText(const Size& size) {
  return ReportWords::tr("%1 x %2 pixels").arg(size.width).arg(size.height);
}

QString countsTable(const ReportFacts& facts) {
  QList<QStringList> rows;
  for (const NeedleCount& count :
       countsOf(*facts.matches.result, facts.matches.indices, facts.expected)) {
    rows += {swatch(count.needle.colour) + escaped(count.needle.name),
             count.needle.picture ? sizeText(count.needle.picture->image.size()) : QString(),
             numberText(count.found),
             count.expected ? numberText(static_cast<std::size_t>(*count.expected))
                            : QStringLiteral("–"),
             verdictOf(count).isEmpty() ? QStringLiteral("–") : verdictOf(count)};
  }
  return table({ReportWords::tr("Needle"), ReportWords::tr("Size"), ReportWords::tr("Found"),
                ReportWords::tr("Expected"), ReportWords::tr("Verdict")},
               rows);
}

QString settingsTable(const SearchResult& result) {
  const SearchSettings& settings = result.settings;
  const QLocale locale;
  QList<QStringList> rows;
  rows += {ReportWords::tr("Method"), QString::fromLatin1(methodName(settings.method))};
  if (settings.scored()) {
    rows += {ReportWords::tr("Minimum score"), locale.toString(settings.minScore, 'g', 6)};
  } else {
    rows += {ReportWords::tr("Tolerance"), locale.toString(settings.tolerance)};
  }
  if (const QString poses = posesText(settings.pose); !poses.isEmpty()) {
    rows += {ReportWords::tr("Angles and sizes"), poses};
  }
  rows += {ReportWords::tr("Largest overlap"), locale.toString(settings.select.overlap, 'g', 3)};
  rows += {ReportWords::tr("Engine"), QString::fromStdString(result.finding.report.engine)};
  rows += {ReportWords::tr("Threads"), locale.toString(result.finding.report.threads)};
  rows += {ReportWords::tr("Search only"),
           ReportWords::tr("%1 ms").arg(locale.toString(result.milliseconds, 'g', 3))};
  return table({ReportWords::tr("Setting"), ReportWords::tr("Value")}, rows);
}

QString matchesTable(const ReportFacts& facts) {
  const SearchResult& result = *facts.matches.result;
  const bool poses = result.settings.hasPoses();
  QList<QStringList> rows;
  for (std::size_t i = 0; i < std::min(facts.matches.indices.size(), kMostReportRows); ++i) {
    const std::uint32_t index = facts.matches.indices[i];
    const Match& match = result.finding.matches[index];
    rows += {QString::number(index + 1),
             escaped(result.needles[match.needle].name),
             QString::number(match.x),
             QString::number(match.y),
             QStringLiteral("%1 x %2").arg(match.width).arg(match.height),
             QLocale().toString(match.score, 'g', 6)};
    if (!poses) continue;
    rows.back() << QLocale().toString(signedAngle(match), 'f', 2)
                << QLocale().toString(match.scale, 'f', 4)
                << (match.mirrored ? ReportWords::tr("yes") : QString());
  }
  QStringList titles{ReportWords::tr("No."), ReportWords::tr("Needle"), ReportWords::tr("X"),
                     ReportWords::tr("Y"),   ReportWords::tr("Size"),   ReportWords::tr("Score")};
  if (poses) {
    titles << ReportWords::tr("Angle") << ReportWords::tr("Scale") << ReportWords::tr("Mirrored");
  }
  return table(titles, rows);
}

QString rowsSentence(const ExportedMatches& matches) {
  const std::size_t all = matches.result->finding.matches.size();
  const std::size_t shown = matches.indices.size();
  QString sentence = shown == all ? ReportWords::tr("Matches: %1.").arg(numberText(all))
                                  : ReportWords::tr("Matches that pass the filters: %1 of %2.")
                                        .arg(numberText(shown), numberText(all));
  if (shown > kMostReportRows) {
    sentence += QLatin1Char(' ') +
                ReportWords::tr("The table has the first %1.").arg(numberText(kMostReportRows));
  }
  return sentence;
}

QString sheetSentence(const ExportedMatches& matches) {
  const QString gist = ReportWords::tr("Each needle and its matches, best first, turned upright.");
  if (matches.indices.size() <= kMostReportCrops) return gist;
  return gist + QLatin1Char(' ') +
         ReportWords::tr("The sheet has the best %1.").arg(numberText(kMostReportCrops));
}

/// `picture` and `sheet` are image tags.
QString bodyOf(const ReportFacts& facts, const QString& picture, const QStringList& sheet) {
  const SearchResult& result = *facts.matches.result;
  const auto heading = [](const QString& text) { return QStringLiteral("<h2>%1</h2>").arg(text); };
  const auto paragraph = [](const QString& text) { return QStringLiteral("<p>%1</p>").arg(text); };
  QString body = QStringLiteral("<h1>%1</h1>")
                     .arg(ReportWords::tr("Report on %1").arg(escaped(result.scene->name)));
  body += paragraph(QLocale().toString(facts.date, QLocale::LongFormat));
  QString about = sizeText(result.scene->image.size());
  if (!result.scene->path.isEmpty())
    about = escaped(result.scene->path) + QStringLiteral(", ") + about;
  body += paragraph(about);
  body += heading(ReportWords::tr("Counts"));
  if (const QString verdict = verdictOf(countsOf(result, facts.matches.indices, facts.expected));
      !verdict.isEmpty()) {
    body += paragraph(QStringLiteral("<b>%1</b>").arg(verdict));
  }
  body += countsTable(facts);
  body += heading(ReportWords::tr("Picture")) + paragraph(picture);
  if (!sheet.isEmpty()) {
    body += heading(ReportWords::tr("Contact sheet")) + paragraph(sheetSentence(facts.matches));
    for (const QString& part : sheet) body += paragraph(part);
  }
  body += heading(ReportWords::tr("Settings")) + settingsTable(result);
  body += heading(ReportWords::tr("Matches")) + paragraph(rowsSentence(facts.matches));
  if (!facts.matches.indices.empty()) body += matchesTable(facts);
  body += heading(ReportWords::tr("Machine")) + paragraph(escaped(sentenceOf(facts.machine)));
  return body;
}

QString imageTag(const QString& source, const QSize& size, const QString& alternative) {
  return QStringLiteral("<img src=\"%1\" width=\"%2\" alt=\"%3\">")
      .arg(source)
      .arg(std::min(size.width(), kPageWidth))
      .arg(alternative);
}

/// The body with image tags; `source` returns the address of an image by its name.
template <class Source>
QString bodyWithImages(const ReportFacts& facts, const Source& source) {
  const QImage picture = reportPicture(facts);
  QStringList sheet;
  for (const QImage& part :
       sheetParts(facts.matches, kMostReportCrops, kSheetColumns, kSheetRows)) {
    sheet += imageTag(source(part, QLatin1String(kSheetName) + QString::number(sheet.size())),
                      part.size(), ReportWords::tr("Crops of the matches with numbers and scores"));
  }
  return bodyOf(facts,
                imageTag(source(picture, QLatin1String(kPictureName)), picture.size(),
                         ReportWords::tr("The picture with its matches, numbered")),
                sheet);
}

QString embedded(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(bytes.toBase64());
}

}  // namespace

QByteArray reportHtml(const ReportFacts& facts) {
  const QString body = bodyWithImages(
      facts, [](const QImage& image, const QString& /*name*/) { return embedded(image); });
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"%3\"><head><meta charset=\"utf-8\"><title>%1</title>"
             "<style>body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
             "img{max-width:100%;height:auto}</style></head>\n<body>%2</body></html>\n")
      .arg(escaped(ReportWords::tr("Report on %1").arg(facts.matches.result->scene->name)), body,
           QLocale().bcp47Name())
      .toUtf8();
}

QByteArray reportPdf(const ReportFacts& facts) {
  QTextDocument document;
  document.setHtml(bodyWithImages(facts, [&](const QImage& image, const QString& name) {
    document.addResource(QTextDocument::ImageResource, QUrl(name), image);
    return name;
  }));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setTitle(ReportWords::tr("Report on %1").arg(facts.matches.result->scene->name));
  writer.setCreator(QStringLiteral("Espy"));
  document.print(&writer);
  return bytes;
}

}  // namespace espy::desktop
