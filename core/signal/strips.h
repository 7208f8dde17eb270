// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Loops over tables of paths, eight rows (a strip) at a time. All is in double, and each step is
/// rounded once, as the definition does it.
namespace espy::signal {

inline constexpr std::int64_t kStripRows = 8;

/// A strip in each of eight lanes, as `TableLanes` has them.
struct TableStrip {
  const double* const* samples;  ///< of each channel: [column * 8 + lane]
  std::int64_t channels;
  std::int64_t width;
  const double* query;       ///< [(channel * 8 + row) * 8 + lane]
  const std::uint8_t* live;  ///< the lanes in which cells cost anything, by row
  const double* left;        ///< the column before: [row * 8 + lane]
  double* row;               ///< the row above, then the last: [column * 8 + lane]
  double* right;             ///< receives the last column: [row * 8 + lane]
  double* corner;            ///< above `left`; receives that of the next strip
  double* least;             ///< receives the least of the last row, by lane
};
void goThroughStrip(const TableStrip& strip);

/// Two strips (or the last one alone) of one window's table, in a band. Eight rows lie in lanes.
struct BandStrips {
  /// Numbers that `row` and, on both sides, `backward` have beyond the table.
  static constexpr std::int64_t kPad = 16;

  const double* query;     ///< padded to whole strips
  const double* backward;  ///< the window, its last sample first
  double* row;             ///< of the table, the last that is done; column j at [j + 1]
  std::int64_t length;
  std::int64_t band;
};
/// Goes through the strip whose first row is `top`, and the next one, if there is one. Returns
/// whether any path to the last row may still end at `limit` or below.
bool goThroughBand(const BandStrips& strips, std::int64_t top, double limit);

/// Two strips (or the last one alone) of a table whose paths may begin anywhere, as `OpenRows` has
/// them; those who cost the same begin as late as possible.
struct OpenStrips {
  static constexpr std::int64_t kPad = 16;  ///< numbers around columns that may be written

  /// A row of the table.
  struct Row {
    double* sums;  ///< column j at [j], the one before the first at [-1]
    std::int64_t* starts;
  };

  const double* const* query;    ///< of each channel, padded to whole strips
  const double* const* samples;  ///< of each channel: column j at [-j], with `kPad` around
  std::int64_t channels;
  std::int64_t columns;
  std::int64_t firstColumn;  ///< where in the data
  std::int64_t rows;
  bool isFirst;          ///< whether row 0 is the query's first
  double* sums;          ///< of the column before, then of the last; padded to whole strips
  std::int64_t* starts;  ///< likewise
};
/// Goes through the strip whose first row is `from`, and the next one, if there is one. `middle` is
/// for the row between them.
void goThroughOpen(const OpenStrips& strips, std::int64_t from, OpenStrips::Row above,
                   OpenStrips::Row middle, OpenStrips::Row below);

}  // namespace espy::signal
