// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/error.h"
#include "signal/files/source.h"

namespace espy::recordings {

/// A table's separator and decimal mark.
struct Dialect {
  char separator = ',';  ///< ' ': any spaces and tabs; 0: one column
  char mark = '.';       ///< decimal mark; 0: that of the first number that has one
  bool separates(char c) const {
    return separator == ' ' ? c == ' ' || c == '\t' : c == separator && separator != 0;
  }
};

inline bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}

/// Iterates over the cells of a table, line by line.
class Cells {
 public:
  Cells(std::string_view text, const Dialect& dialect)
      : at_(text.data()), end_(text.data() + text.size()), dialect_(dialect) {}

  /// Moves to the next line that is neither blank nor a comment; false at the end.
  bool toLine();
  std::int64_t line() const { return line_; }  ///< from 1
  /// Blank lines skipped by the last `toLine`.
  std::int64_t blanks() const { return blanks_; }
  const char* at() const { return at_; }
  const char* end() const { return end_; }
  const Dialect& dialect() const { return dialect_; }
  void setMark(char mark) { dialect_.mark = mark; }

  /// Reads the next cell if it is a plain number; else does not move.
  bool plainNumber(double& number);
  /// The next cell, trimmed and unquoted. `storage` holds it if quotes were doubled.
  std::string_view cell(std::string& storage);
  void skip();
  /// Moves to the next cell; at the end of the line, moves past it and returns false.
  bool next();

 private:
  bool endsHere(const char* at) const {
    return at == end_ || isLineEnd(*at) || dialect_.separates(*at);
  }
  bool blank(char c) const { return (c == ' ' || c == '\t') && !dialect_.separates(c); }
  std::string_view quoted(std::string& storage);

  const char* at_;
  const char* end_;
  Dialect dialect_;
  std::int64_t line_ = 1;
  std::int64_t blanks_ = 0;
};

/// The cells of the current line; moves past it.
std::vector<std::string> cellsOfLine(Cells& cells);
/// The number of cells of the current line.
std::int64_t columnsOfLine(Cells cells);

/// True for missing values: empty, "NaN", "NA", ...
bool isGapWord(std::string_view cell);
/// The number or gap in a cell, with this decimal mark.
std::optional<double> numberOfCell(std::string_view cell, char mark);

/// The same while the decimal mark is unknown: the first decimal sets it.
std::optional<double> numberOfCell(Cells& cells, std::string_view cell);

/// The text of a table, without a byte order mark.
std::string_view tableText(const Source& source);

/// The dialect, guessed from the first lines unless the caller states it.
Dialect dialectOf(std::string_view text, char separator);

/// A channel's name in a table, perhaps with a unit: "ECG (mV)", "EEG [uV]".
struct Title {
  std::string name;
  std::string unit;
};

Title titleOf(std::string_view cell);

/// Index of a missing column or row.
inline constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

/// If the name denotes times, the seconds per unit.
std::optional<double> secondsOfUnit(const std::string& name);
std::optional<double> secondsOfUnit(const Title& title);

/// A time that is no plain number: "01:02:03.5", "2024-05-01T12:00:00.25Z", "31.12.2025 12:00:00",
/// "2024-05-01 12:00:00+01:00".
struct ClockTime {
  double seconds = 0;  ///< since 1970 or since midnight; in UTC if zoned
  bool zoned = false;
};
std::optional<ClockTime> clockTime(std::string_view cell);

class ClockParser {
 public:
  /// Nothing if the cell is no time, or if only some cells state a zone: the difference is unknown.
  std::optional<double> seconds(std::string_view cell);
  /// Whether mixed zones were the reason.
  bool mixed() const { return mixed_; }

 private:
  std::optional<bool> zoned_;
  bool mixed_ = false;
};

/// The sampling rate of a time column.
struct TimeSteps {
  double rate = 0;  ///< 0: none
  Message note;     ///< set if the steps differ
};

/// The rate of samples at these times, in units of `unit` seconds.
TimeSteps stepsOf(std::span<const double> times, double unit);

/// Reads a table whose rows are channels. A first cell that is no number is the channel's name;
/// then all rows have one. Nothing for a table of one column, which is a series.
std::optional<ReadRecording> readRows(const Source& source, const RecordingOptions& options);

}  // namespace espy::recordings
