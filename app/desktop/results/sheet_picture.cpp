// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/sheet_picture.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <algorithm>
#include <numeric>
#include <span>

#include "espy/error.h"
#include "results/upright_crop.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct SheetWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::Sheet)
};

constexpr int kCellMargin = 5;  ///< three cells fit into a narrow panel

/// The best `most` of these matches, ascending.
std::vector<std::uint32_t> bestOf(const ExportedMatches& matches, std::size_t most) {
  std::vector<std::uint32_t> sorted(matches.indices);
  std::sort(sorted.begin(), sorted.end());
  sorted.resize(std::min(sorted.size(), most));
  return sorted;
}

SheetCellLook lookOf(const SearchResult& result, const SheetCell& cell, MatchCrops& crops) {
  SheetCellLook look;
  look.ink = Qt::black;
  if (cell.state == SheetState::needle) {
    const NeedleItem& needle = result.needles[cell.index];
    look.image = needleCrop(needle, kSheetSide);
    look.caption = needle.name;
    look.frame = needle.colour;
    return look;
  }
  const Match& match = result.finding.matches[cell.index];
  try {
    look.image = crops.crop(cell.index, match);
  } catch (const Error&) {  // a batch's picture is gone: its cell has no crop
  }
  look.caption = sheetCaption(match, cell.index);
  look.picture = sheetPictureName(result, cell.index);
  return look;
}

/// In the order of a batch's pictures, so that each is read once.
std::vector<int> paintingOrder(const SearchResult& result, std::span<const SheetCell> cells) {
  std::vector<int> order(cells.size());
  std::iota(order.begin(), order.end(), 0);
  if (!result.pictures) return order;
  std::ranges::stable_sort(order, {}, [&](int i) -> std::int64_t {
    const SheetCell& cell = cells[static_cast<std::size_t>(i)];
    return cell.state == SheetState::needle ? -1 : std::int64_t{result.pictures->of[cell.index]};
  });
  return order;
}

QImage paintedCells(const SearchResultPtr& result, std::span<const SheetCell> cells, int columns,
                    int below, const Control& control) {
  const QFontMetrics metrics{QGuiApplication::font()};
  const QSize cell = sheetCellSize(metrics, result->pictures ? 2 : 1);
  const auto count = static_cast<int>(cells.size());
  const int across = std::max(1, std::min(columns, count));
  const int rows = (count + across - 1) / across;
  QImage picture(across * cell.width(), rows * cell.height() + below, QImage::Format_RGB32);
  picture.fill(Qt::white);
  QPainter painter(&picture);
  painter.setFont(QGuiApplication::font());
  MatchCrops crops(result, kSheetSide);
  int painted = 0;
  for (const int i : paintingOrder(*result, cells)) {
    control.check();
    const QPoint corner(i % across * cell.width(), i / across * cell.height());
    paintSheetCell(painter, {corner, cell},
                   lookOf(*result, cells[static_cast<std::size_t>(i)], crops));
    if (control.progress) control.progress(1.0 * ++painted / count);
  }
  return picture;
}

}  // namespace

std::vector<SheetCell> sheetCells(const SearchResult& result,
                                  const std::vector<std::uint32_t>& sorted) {
  std::vector<std::vector<std::uint32_t>> byNeedle(result.needles.size());
  for (const std::uint32_t index : sorted) {
    byNeedle[result.finding.matches[index].needle].push_back(index);
  }
  std::vector<SheetCell> cells;
  cells.reserve(sorted.size() + byNeedle.size());
  for (std::uint32_t needle = 0; needle < byNeedle.size(); ++needle) {
    if (byNeedle[needle].empty()) continue;
    cells.push_back({needle, SheetState::needle});
    for (const std::uint32_t index : byNeedle[needle]) cells.push_back({index, SheetState::shown});
  }
  return cells;
}

std::vector<SheetCell> sheetCells(const MatchList& matches) {
  if (!matches.result()) return {};
  const SearchResult& result = *matches.result();
  const auto count = static_cast<std::uint32_t>(result.finding.matches.size());
  std::vector<bool> removed(count, false);
  for (const std::uint32_t index : matches.removed()) removed[index] = true;
  std::vector<std::uint32_t> shown;
  std::vector<SheetCell> rejected;
  std::vector<SheetCell> below;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool listed = matches.rowOf(i) >= 0;
    if (listed && !matches.isRejected(i)) {
      shown.push_back(i);
    } else if (listed) {
      rejected.push_back({i, SheetState::rejected});
    } else if (removed[i] || matches.hasText()) {
      continue;
    } else if (matches.match(i).score < matches.minimum()) {
      below.push_back({i, SheetState::belowMinimum});
    } else if (matches.isRejected(i)) {
      rejected.push_back({i, SheetState::rejected});
    }
  }
  std::vector<SheetCell> cells = sheetCells(result, shown);
  // A needle whose matches are all hidden is shown as well, if it is the only one.
  if (cells.empty() && result.needles.size() == 1 && rejected.size() + below.size() > 0) {
    cells.push_back({0, SheetState::needle});
  }
  cells.insert(cells.end(), rejected.begin(), rejected.end());
  cells.insert(cells.end(), below.begin(), below.end());
  if (matches.coveredShown() && !matches.hasText()) {
    const auto end = count + static_cast<std::uint32_t>(matches.coveredReaching());
    for (std::uint32_t i = count; i < end; ++i) cells.push_back({i, SheetState::covered});
  }
  return cells;
}

QSize sheetCellSize(const QFontMetrics& metrics, int lines) {
  return {kSheetSide + 2 * kCellMargin,
          kSheetSide + 2 * kCellMargin + kCellMargin / 2 + lines * metrics.height()};
}

void paintSheetCell(QPainter& painter, const QRect& cell, const SheetCellLook& look) {
  const QRect place(cell.x() + kCellMargin, cell.y() + kCellMargin, cell.width() - 2 * kCellMargin,
                    kSheetSide);
  const bool grey = !look.reason.isEmpty();
  if (!look.image.isNull()) {
    const QSize whole = look.image.size();
    const int factor = std::min(place.width() / whole.width(), place.height() / whole.height());
    const QSize size =
        factor >= 1 ? whole * factor : whole.scaled(place.size(), Qt::KeepAspectRatio);
    const QRect target(place.center() - QPoint((size.width() - 1) / 2, (size.height() - 1) / 2),
                       size);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, factor < 1);
    constexpr double kPale = 0.5;
    if (grey) painter.setOpacity(kPale);
    painter.drawImage(target,
                      grey ? look.image.convertToFormat(QImage::Format_Grayscale8) : look.image);
    painter.restore();
    if (look.frame.isValid()) {
      constexpr int kWide = 3;
      painter.setPen(QPen(look.frame, kWide, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(target.adjusted(-kWide, -kWide, kWide - 1, kWide - 1));
    }
  }
  painter.setPen(look.ink);
  const QFontMetrics metrics = painter.fontMetrics();
  QRect line(cell.x() + 2, place.bottom() + 1 + kCellMargin / 2, cell.width() - 4,
             metrics.height());
  for (const QString& text : {look.caption, look.picture, look.reason}) {
    if (text.isEmpty()) continue;
    painter.drawText(line, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideRight, line.width()));
    line.translate(0, line.height());
  }
}

QString sheetCaption(const Match& match, std::uint32_t index) {
  return QStringLiteral("%1   %2").arg(QString::number(index + 1),
                                       QLocale().toString(match.score, 'f', 3));
}

QString sheetPictureName(const SearchResult& result, std::uint32_t match) {
  return result.pictures ? QFileInfo(result.pictures->fileOf(match)).fileName() : QString();
}

QImage sheetPicture(const ExportedMatches& matches, const Control& control) {
  const std::vector<std::uint32_t> best = bestOf(matches, kMostSheetMatches);
  const std::vector<SheetCell> cells = sheetCells(*matches.result, best);
  const std::size_t more = matches.indices.size() - best.size();
  const int line = 2 * QFontMetrics(QGuiApplication::font()).height();
  const bool nothing = cells.empty();
  QImage picture = paintedCells(matches.result, cells, kMostSheetColumns,
                                more > 0 || nothing ? line : 0, control);
  if (more > 0 || nothing) {
    QPainter painter(&picture);
    painter.setFont(QGuiApplication::font());
    painter.drawText(QRect(0, picture.height() - line, picture.width(), line), Qt::AlignCenter,
                     nothing ? SheetWords::tr("No matches")
                             : SheetWords::tr("%1 more matches")
                                   .arg(QLocale().toString(static_cast<qulonglong>(more))));
  }
  return picture;
}

QList<QImage> sheetParts(const ExportedMatches& matches, std::size_t most, int columns, int rows,
                         const Control& control) {
  const std::vector<SheetCell> cells = sheetCells(*matches.result, bestOf(matches, most));
  const auto each = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  QList<QImage> parts;
  for (std::size_t first = 0; first < cells.size(); first += each) {
    const std::size_t count = std::min(each, cells.size() - first);
    parts +=
        paintedCells(matches.result, std::span(cells).subspan(first, count), columns, 0, control);
  }
  return parts;
}

}  // namespace espy::desktop
