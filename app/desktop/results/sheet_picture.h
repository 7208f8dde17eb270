// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QImage>
#include <QList>
#include <QPainter>
#include <QString>
#include <cstdint>
#include <vector>

#include "results/exports.h"

/// Contact sheets: each needle followed by the upright crops of its matches, best first, of one
/// picture or of a batch's pictures.
namespace espy::desktop {

/// Longest side of a crop in a cell, in logical pixels.
inline constexpr int kSheetSide = 96;
/// Maximum number of matches, and of cells in a row, of an exported sheet.
inline constexpr std::size_t kMostSheetMatches = 2000;
inline constexpr int kMostSheetColumns = 12;

/// Why a cell is where it is.
enum class SheetState : std::uint8_t { needle, shown, rejected, belowMinimum, covered };

/// A cell of the sheet.
struct SheetCell {
  std::uint32_t index = 0;  ///< of the match, or of the needle
  SheetState state = SheetState::shown;

  bool operator==(const SheetCell&) const = default;
};

/// Each needle followed by its matches among `sorted`, ascending indices, that is best first.
std::vector<SheetCell> sheetCells(const SearchResult& result,
                                  const std::vector<std::uint32_t>& sorted);
/// The same of a list's shown matches; at the end what the judge rejects, then what is below the
/// minimum, then what overlaps better matches, if it is to be shown.
std::vector<SheetCell> sheetCells(const MatchList& matches);

/// A cell's content.
struct SheetCellLook {
  QImage image;
  QString caption;  ///< number and score, or the needle's name
  QString picture;  ///< second line: name of a batch's picture
  QString reason;   ///< last line; not empty: the cell is grey
  QColor frame;     ///< invalid: none
  QColor ink;
};

/// Size of a cell whose caption has this number of lines.
QSize sheetCellSize(const QFontMetrics& metrics, int lines);
/// Paints a cell without its background. Crops that are smaller than the cell are enlarged by whole
/// factors.
void paintSheetCell(QPainter& painter, const QRect& cell, const SheetCellLook& look);
/// Such as "12  0.996".
QString sheetCaption(const Match& match, std::uint32_t index);
/// Name of a match's picture, if the result is a batch's.
QString sheetPictureName(const SearchResult& result, std::uint32_t match);

/// The sheet as one picture, on white, of `kMostSheetMatches` at most; more are counted below.
QImage sheetPicture(const ExportedMatches& matches, const Control& control = {});
/// The sheet of the best `most` matches in parts of `columns` x `rows` cells.
QList<QImage> sheetParts(const ExportedMatches& matches, std::size_t most, int columns, int rows,
                         const Control& control = {});

}  // namespace espy::desktop
