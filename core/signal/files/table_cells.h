// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signal/files/source.h"

namespace espy::recordings {

/// How a table of text is written.
struct Dialect {
  char separator = ',';  ///< ' ' stands for any spaces and tabs; 0: there is one column
  char mark = '.';       ///< of decimals; 0: as the first number has it that has one
  /// Does this separate columns?
  bool separates(char c) const {
    return separator == ' ' ? c == ' ' || c == '\t' : c == separator && separator != 0;
  }
};

/// Does the line end here?
inline bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}

/// Walks through the cells of a table, line by line.
class Cells {
 public:
  Cells(std::string_view text, const Dialect& dialect)
      : at_(text.data()), end_(text.data() + text.size()), dialect_(dialect) {}

  /// Goes to the next line that is neither blank nor a comment; false at the end of the text.
  bool toLine();
  std::int64_t line() const { return line_; }  ///< from 1
  /// Blank lines that the last `toLine` has passed.
  std::int64_t blanks() const { return blanks_; }
  const char* at() const { return at_; }
  const char* end() const { return end_; }
  const Dialect& dialect() const { return dialect_; }
  void setMark(char mark) { dialect_.mark = mark; }

  /// Reads the number of the next cell if it is a plain one; else stays.
  bool plainNumber(double& number);
  /// The next cell, without the blanks around it; in quotes without these. `storage` holds it where
  /// it had doubled quotes.
  std::string_view cell(std::string& storage);
  /// Leaves the cell out.
  void skip();
  /// To the next cell of the line; false at the line's end, which is passed.
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

/// The cells of the line that the walk stands at, which then stands behind it.
std::vector<std::string> cellsOfLine(Cells& cells);
/// How many they are.
std::int64_t columnsOfLine(Cells cells);

/// What people write where there is no sample: nothing, "NaN", "NA", ...
bool isGapWord(std::string_view cell);
/// The number or gap that a cell holds, with this decimal mark.
std::optional<double> numberOfCell(std::string_view cell, char mark);

/// The same where nobody knows yet which mark decimals have: the first that has one says it.
std::optional<double> numberOfCell(Cells& cells, std::string_view cell);

/// The text of a table, without what stands before it in files of UTF-8.
std::string_view tableText(const Source& source);

/// The dialect of a text by its first lines, where the caller does not say it.
Dialect dialectOf(std::string_view text, char separator);

}  // namespace espy::recordings
