// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/name_map.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/csv.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct NameMapWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::NameMap)
};

constexpr std::int64_t kMostCells = std::int64_t{1} << 24;
constexpr double kInset = 3;

/// The most frequent value; of equally frequent ones the least.
template <class Value>
Value mode(std::vector<Value> values) {
  std::ranges::sort(values);
  Value most = values.front();
  std::size_t best = 0;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i;
    while (end < values.size() && values[end] == values[i]) ++end;
    if (end - i > best) {
      best = end - i;
      most = values[i];
    }
    i = end;
  }
  return most;
}

/// Colours of neighbouring ranks differ most in hue; further ones also in lightness.
QColor colourOfRank(std::size_t rank) {
  constexpr double kGolden = 0.618033988749895;
  constexpr double kLightness[] = {0.62, 0.45, 0.75};
  constexpr std::size_t kHues = 12;
  const double hue = std::fmod(static_cast<double>(rank) * kGolden, 1.0);
  return QColor::fromHslF(static_cast<float>(hue), 0.6F,
                          static_cast<float>(kLightness[rank / kHues % 3]));
}

}  // namespace

NameMap::NameMap(const SearchResult& result, std::span<const std::uint32_t> matches) {
  if (result.finding.matches.empty() || result.pictures) return;
  findGrid(result);
  if (!isDense(result)) {
    columns_ = rows_ = 0;
    return;
  }
  fill(result, matches);
  colour();
}

void NameMap::findGrid(const SearchResult& result) {
  const std::vector<Match>& all = result.finding.matches;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes;
  for (const Match& match : all) sizes.emplace_back(match.width, match.height);
  const auto [width, height] = mode(std::move(sizes));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> offsets;
  for (const Match& match : all) {
    if (match.width != width || match.height != height) continue;
    offsets.emplace_back(match.x % width, match.y % height);
  }
  const auto [x, y] = mode(std::move(offsets));
  const Size scene = result.scene->image.size();
  const std::int64_t columns = (scene.width - x) / width;
  const std::int64_t rows = (scene.height - y) / height;
  if (columns * rows > kMostCells) return;
  cell_ = {static_cast<int>(width), static_cast<int>(height)};
  origin_ = {static_cast<int>(x), static_cast<int>(y)};
  columns_ = static_cast<int>(columns);
  rows_ = static_cast<int>(rows);
}

std::optional<std::uint32_t> NameMap::placeOf(const Match& match) const {
  const QPoint at = QPoint(static_cast<int>(match.x), static_cast<int>(match.y)) - origin_;
  const bool fills = static_cast<int>(match.width) == cell_.width() &&
                     static_cast<int>(match.height) == cell_.height() && at.x() >= 0 &&
                     at.y() >= 0 && at.x() % cell_.width() == 0 && at.y() % cell_.height() == 0;
  if (!fills) return std::nullopt;
  return static_cast<std::uint32_t>(at.y() / cell_.height() * columns_ + at.x() / cell_.width());
}

bool NameMap::isDense(const SearchResult& result) const {
  if (isEmpty()) return false;
  std::vector<bool> filled(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  for (const Match& match : result.finding.matches) {
    if (const auto place = placeOf(match)) filled[*place] = true;
  }
  const auto isFilled = [&](int column, int row) {
    return column >= 0 && row >= 0 && column < columns_ && row < rows_ &&
           filled[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(column)];
  };
  std::size_t all = 0;
  std::size_t beside = 0;
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      if (!isFilled(column, row)) continue;
      ++all;
      beside += isFilled(column - 1, row) || isFilled(column + 1, row) ||
                        isFilled(column, row - 1) || isFilled(column, row + 1)
                    ? 1
                    : 0;
    }
  }
  return 2 * beside > all;
}

void NameMap::fill(const SearchResult& result, std::span<const std::uint32_t> matches) {
  QHash<std::uint32_t, std::uint32_t> places;  // in names_, by needle
  for (const std::uint32_t i : matches) {
    const Match& match = result.finding.matches[i];
    const std::optional<std::uint32_t> place = placeOf(match);
    if (!place) {
      ++beside_;
      continue;
    }
    auto name = places.find(match.needle);
    if (name == places.end()) {
      name = places.insert(match.needle, static_cast<std::uint32_t>(names_.size()));
      names_.push_back(result.needles[match.needle].name);
    }
    cells_.push_back({*place, i, *name});
  }
  std::ranges::sort(cells_, {},
                    [](const Cell& cell) { return std::tuple(cell.place, cell.match); });
}

void NameMap::colour() {
  std::vector<std::size_t> cells(names_.size());
  const auto isFirst = [this](std::size_t i) {
    return i == 0 || cells_[i].place != cells_[i - 1].place;
  };
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (isFirst(i)) ++cells[cells_[i].needle];
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t n = 0; n < names_.size(); ++n) {
    if (cells[n] > 0) order.push_back(n);
  }
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::uint32_t n) { return cells[n]; });
  std::vector<QRgb> colours(names_.size());
  for (const std::uint32_t n : order) {
    const QColor colour = colourOfRank(legend_.size());
    colours[n] = colour.rgb();
    legend_.push_back({names_[n], colour, cells[n]});
  }
  picture_ = QImage(columns_, rows_, QImage::Format_ARGB32);
  picture_.fill(Qt::transparent);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!isFirst(i)) continue;
    const auto place = static_cast<int>(cells_[i].place);
    picture_.setPixel(place % columns_, place / columns_, colours[cells_[i].needle]);
  }
}

std::span<const NameMap::Cell> NameMap::cellsAt(int column, int row) const {
  if (column < 0 || row < 0 || column >= columns_ || row >= rows_) return {};
  const auto place = static_cast<std::uint32_t>(row * columns_ + column);
  const auto found = std::ranges::equal_range(cells_, place, {}, &Cell::place);
  return {found.begin(), found.end()};
}

QStringList NameMap::names(int column, int row) const {
  QStringList names;
  for (const Cell& cell : cellsAt(column, row)) names += names_[cell.needle];
  return names;
}

std::optional<std::uint32_t> NameMap::match(int column, int row) const {
  const std::span<const Cell> cells = cellsAt(column, row);
  return cells.empty() ? std::nullopt : std::optional(cells.front().match);
}

void refuseEmpty(const NameMap& map) {
  if (!map.isEmpty()) return;
  throw Error(ErrorCode::badUse, phrase("the matches do not lie side by side in a grid"));
}

QByteArray csvOf(const NameMap& map) {
  QByteArray csv;
  for (int row = 0; row < map.rows(); ++row) {
    for (int column = 0; column < map.columns(); ++column) {
      if (column > 0) csv += ',';
      const QString names = map.names(column, row).join(QStringLiteral(" | "));
      csv += QByteArray::fromStdString(espy::csvField(names.toStdString()));
    }
    csv += "\r\n";
  }
  return csv;
}

void paintName(QPainter& painter, const QRectF& cell, const QString& name) {
  const QRectF inside = cell.adjusted(kInset, kInset, -kInset, -kInset);
  const QFontMetricsF metrics(painter.font());
  constexpr double kLeast = 4;  // average characters
  if (name.isEmpty() || inside.height() < metrics.height() ||
      inside.width() < kLeast * metrics.averageCharWidth()) {
    return;
  }
  painter.drawText(inside, Qt::AlignCenter,
                   metrics.elidedText(name, Qt::ElideMiddle, inside.width()));
}

namespace {

constexpr int kMostSide = 8192;     ///< of a picture, pixels
constexpr int kMostLegend = 200;    ///< entries that a picture lists
constexpr int kLegendColumn = 260;  ///< width of an entry, pixels

/// Side of a cell in the picture: as in the scene, enlarged for names where there is space.
QSize cellInPicture(const NameMap& map) {
  constexpr int kForNames = 96;
  QSize cell = map.cell();
  if (cell.width() < kForNames) cell *= (kForNames + cell.width() - 1) / cell.width();
  const double most = std::min({1.0, double{kMostSide} / (cell.width() * map.columns()),
                                double{kMostSide} / (cell.height() * map.rows())});
  return {std::max(1, static_cast<int>(cell.width() * most)),
          std::max(1, static_cast<int>(cell.height() * most))};
}

void paintCells(QPainter& painter, const NameMap& map, QSize cell, const Control& control) {
  const QRect frame(0, 0, cell.width() * map.columns(), cell.height() * map.rows());
  painter.drawImage(frame, map.picture());
  for (int row = 0; row < map.rows(); ++row) {
    control.check();
    for (int column = 0; column < map.columns(); ++column) {
      const QRectF place(column * cell.width(), row * cell.height(), cell.width(), cell.height());
      const QStringList names = map.names(column, row);
      if (names.isEmpty()) continue;
      painter.setPen(inkOn(QColor::fromRgb(map.picture().pixel(column, row))));
      paintName(painter, place, names.front());
      painter.setPen(Qt::white);
      if (cell.width() > 2 * kInset) painter.drawRect(place.adjusted(0, 0, -1, -1));
    }
  }
}

void paintLegend(QPainter& painter, const NameMap& map, const QRect& area, int line) {
  const QFontMetricsF metrics(painter.font());
  const int columns = std::max(1, area.width() / kLegendColumn);
  const auto count = std::min<std::size_t>(map.legend().size(), kMostLegend);
  const QLocale locale;
  for (std::size_t i = 0; i < count; ++i) {
    const NameMap::Entry& entry = map.legend()[i];
    const auto at = static_cast<int>(i);
    const QRect place(area.left() + at % columns * kLegendColumn, area.top() + at / columns * line,
                      kLegendColumn, line);
    painter.fillRect(QRect(place.left(), place.top() + 2, line - 4, line - 4), entry.colour);
    const QString text = NameMapWords::tr("%1 (%2)").arg(
        entry.name, locale.toString(static_cast<qulonglong>(entry.cells)));
    painter.setPen(Qt::black);
    painter.drawText(place.adjusted(line, 0, -line / 2, 0), Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideMiddle, kLegendColumn - 1.5 * line));
  }
}

}  // namespace

QImage pictureOf(const NameMap& map, const Control& control) {
  refuseEmpty(map);
  const QSize cell = cellInPicture(map);
  const QSize grid(cell.width() * map.columns(), cell.height() * map.rows());
  const int line = QFontMetrics(QFont()).height() + 4;
  const int width = std::max(grid.width(), kLegendColumn);
  const int columns = std::max(1, width / kLegendColumn);
  const auto count = static_cast<int>(std::min<std::size_t>(map.legend().size(), kMostLegend));
  const int height = (count + columns - 1) / columns * line + 2 * line;
  QImage picture(width, grid.height() + height, QImage::Format_RGB888);
  picture.fill(Qt::white);
  QPainter painter(&picture);
  paintCells(painter, map, cell, control);
  paintLegend(painter, map, QRect(0, grid.height() + line / 2, width, height), line);
  const std::size_t more = map.legend().size() - static_cast<std::size_t>(count);
  QString foot = NameMapWords::tr("%1 x %2 cells of %3 x %4 pixels")
                     .arg(map.columns())
                     .arg(map.rows())
                     .arg(map.cell().width())
                     .arg(map.cell().height());
  if (more > 0) foot += NameMapWords::tr("; %n more names", nullptr, static_cast<int>(more));
  painter.setPen(Qt::black);
  painter.drawText(QRect(0, picture.height() - line, width, line), Qt::AlignVCenter, foot);
  painter.end();
  return picture;
}

}  // namespace espy::desktop
