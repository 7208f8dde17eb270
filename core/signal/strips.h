// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Loops over DTW tables, eight rows (a strip) at a time, in double; each step is rounded once, as
/// in the definition.
namespace espy::signal {

inline constexpr std::int64_t kStripRows = 8;

/// A strip in each of eight lanes; see `TableLanes`.
struct TableStrip {
  const double* const* samples;  ///< per channel: [column * 8 + lane]
  std::int64_t channels;
  std::int64_t width;
  const double* query;       ///< [(channel * 8 + row) * 8 + lane]
  const std::uint8_t* live;  ///< bit mask of lanes with costs, per row
  const double* left;        ///< the previous column: [row * 8 + lane]
  double* row;               ///< in: the row above; out: the last row. [column * 8 + lane]
  double* right;             ///< out: the last column. [row * 8 + lane]
  double* corner;            ///< in: above `left`; out: that of the next strip
  double* least;             ///< out: the minimum of the last row, per lane
};
void advanceStrip(const TableStrip& strip);

/// One or two strips of a banded table, eight rows in lanes.
struct BandStrips {
  /// Padding of `row`, and of `backward` on both sides.
  static constexpr std::int64_t kPad = 16;

  const double* query;     ///< padded to whole strips
  const double* backward;  ///< the window, reversed
  double* row;             ///< the last completed row; column j at [j + 1]
  std::int64_t length;
  std::int64_t band;
};
/// Advances over the strip that begins at row `top` and the next one, if any. Returns whether a
/// path to the last row may still end within `limit`.
bool advanceBand(const BandStrips& strips, std::int64_t top, double limit);

/// One or two strips of an open-end table; see `OpenRows`. Ties prefer the later start.
struct OpenStrips {
  static constexpr std::int64_t kPad = 16;  ///< padding around columns, may be written

  struct Row {
    double* sums;  ///< column j at [j], the previous block's last at [-1]
    std::int64_t* starts;
  };

  const double* const* query;    ///< per channel, padded to whole strips
  const double* const* samples;  ///< per channel: column j at [-j], padded by `kPad`
  std::int64_t channels;
  std::int64_t columns;
  std::int64_t firstColumn;  ///< position in the data
  std::int64_t rows;
  bool isFirst;          ///< whether row 0 is the query's first
  double* sums;          ///< in: of the previous column; out: of the last. Padded to whole strips
  std::int64_t* starts;  ///< likewise
};
/// Advances over the strip that begins at row `from` and the next one, if any. `middle` receives
/// the row between them.
void advanceOpen(const OpenStrips& strips, std::int64_t from, OpenStrips::Row above,
                 OpenStrips::Row middle, OpenStrips::Row below);

}  // namespace espy::signal
