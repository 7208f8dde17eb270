// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/table.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "signal/files/text.h"

namespace espy::recordings {
namespace {

/// The end of the line at `at`, line break included. Two carriage returns and a line feed are one
/// break: line ends that were converted twice.
const char* behindLine(const char* at, const char* end) {
  while (at < end && !isLineEnd(*at)) ++at;
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  if (rest.starts_with("\r\r\n")) return at + 3;
  if (rest.starts_with("\r\n")) return at + 2;
  return rest.empty() ? at : at + 1;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// Separators outside quotes.
std::size_t countOf(std::string_view line, char separator) {
  std::size_t count = 0;
  bool quoted = false;
  for (const char c : line) {
    quoted = quoted != (c == '"');
    count += !quoted && c == separator ? 1 : 0;
  }
  return count;
}

/// True for numbers with decimal commas, separated by blanks.
bool isSpacedCommas(std::string_view line) {
  int words = 0;
  for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line), ++words) {
    if (!numberOfCell(word, ',')) return false;
  }
  return words > 1;
}

}  // namespace

bool Cells::toLine() {
  for (blanks_ = 0;;) {
    const char* first = at_;
    while (first < end_ && (*first == ' ' || *first == '\t')) ++first;
    if (first == end_) return false;
    // A line of separators only is a line of empty cells.
    const bool filled = !isLineEnd(*first) || (dialect_.separator == '\t' && first > at_);
    if (filled && *first != '#') {
      if (dialect_.separator == ' ') at_ = first;
      return true;
    }
    blanks_ += filled ? 0 : 1;
    at_ = behindLine(at_, end_);
    ++line_;
  }
}

bool Cells::plainNumber(double& number) {
  const char* at = at_;
  while (at < end_ && blank(*at)) ++at;
  const char mark = dialect_.mark != 0 ? dialect_.mark : '.';
  at = parseNumber(at, end_, mark, number);
  if (at == nullptr) return false;
  while (at < end_ && blank(*at)) ++at;
  if (!endsHere(at)) return false;
  // The decimal mark must be known before the first decimal is read.
  if (dialect_.mark == 0 && std::find(at_, at, '.') != at) dialect_.mark = '.';
  at_ = at;
  return true;
}

std::string_view Cells::quoted(std::string& storage) {
  storage.clear();
  const char* at = at_ + 1;
  for (; at < end_ && !isLineEnd(*at); ++at) {
    if (*at == '"') {
      if (at + 1 == end_ || at[1] != '"') break;
      ++at;
    }
    storage += *at;
  }
  at_ = at < end_ && *at == '"' ? at + 1 : at;
  const char* const behind = at_;
  while (!endsHere(at_)) ++at_;
  // Text after the closing quote is reported with the rest.
  const std::string_view rest = trimmed({behind, static_cast<std::size_t>(at_ - behind)});
  if (!rest.empty()) storage.append("\"").append(rest);
  return trimmed(storage);
}

std::string_view Cells::cell(std::string& storage) {
  while (at_ < end_ && blank(*at_)) ++at_;
  if (at_ < end_ && *at_ == '"') return quoted(storage);
  const char* const begin = at_;
  skip();
  return trimmed({begin, static_cast<std::size_t>(at_ - begin)});
}

void Cells::skip() {
  bool quotes = false;
  for (; at_ < end_ && !isLineEnd(*at_); ++at_) {
    if (*at_ == '"') quotes = !quotes;
    if (!quotes && dialect_.separates(*at_)) return;
  }
}

bool Cells::next() {
  if (at_ < end_ && dialect_.separates(*at_)) {
    ++at_;
    if (dialect_.separator != ' ') return true;
    while (at_ < end_ && dialect_.separates(*at_)) ++at_;
    if (at_ < end_ && !isLineEnd(*at_)) return true;
  }
  at_ = behindLine(at_, end_);
  ++line_;
  return false;
}

std::vector<std::string> cellsOfLine(Cells& cells) {
  std::vector<std::string> result;
  std::string storage;
  do {
    result.emplace_back(cells.cell(storage));
  } while (cells.next());
  return result;
}

std::int64_t columnsOfLine(Cells cells) {
  std::int64_t count = 0;
  do {
    cells.skip();
    ++count;
  } while (cells.next());
  return count;
}

bool isGapWord(std::string_view cell) {
  constexpr std::string_view kWords[] = {"",     "nan", "na",  "n/a",  "#n/a", "null",
                                         "none", "-",   "inf", "+inf", "-inf", "-nan"};
  constexpr std::size_t kLongest = 4;
  return cell.size() <= kLongest &&
         std::find(std::begin(kWords), std::end(kWords), lowered(cell)) != std::end(kWords);
}

std::optional<double> numberOfCell(std::string_view cell, char mark) {
  double number = 0;
  const char* const end = cell.data() + cell.size();
  if (!cell.empty() && parseNumber(cell.data(), end, mark, number) == end) return number;
  if (isGapWord(cell)) return std::numeric_limits<double>::quiet_NaN();
  return {};
}

std::optional<double> numberOfCell(Cells& cells, std::string_view cell) {
  const char mark = cells.dialect().mark;
  const std::optional<double> number = numberOfCell(cell, mark != 0 ? mark : '.');
  if (number || mark != 0) return number;
  const std::optional<double> comma = numberOfCell(cell, ',');
  if (comma) cells.setMark(',');
  return comma;
}

std::string_view tableText(const Source& source) {
  std::string_view text = source.text();
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is text in UTF-16; tables are read in UTF-8 and ASCII"));
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

namespace {

std::string_view lineAt(const Cells& cells) {
  const std::string_view rest(cells.at(), static_cast<std::size_t>(cells.end() - cells.at()));
  return rest.substr(0, std::min(rest.find_first_of("\r\n"), rest.size()));
}

/// Leading and trailing blanks separate no columns, nor do those within a single name, "ECG (mV)":
/// the next line has none.
bool hasBlanksBetween(Cells cells) {
  if (countOf(trimmed(lineAt(cells)), ' ') == 0) return false;
  cells.skip();
  cells.next();
  return !cells.toLine() || countOf(trimmed(lineAt(cells)), ' ') > 0;
}

}  // namespace

Dialect dialectOf(std::string_view text, char separator) {
  constexpr int kLines = 20;
  constexpr char kCandidates[] = {'\t', ';', ',', ' '};
  Dialect dialect{separator, '.'};
  Cells lines(text, {0, '.'});
  for (int i = 0; separator == 0 && i < kLines && lines.toLine(); ++i) {
    const std::string_view line = lineAt(lines);
    for (const char candidate : kCandidates) {
      const bool found = candidate == ' ' ? hasBlanksBetween(lines)
                                          : countOf(line, candidate) > 0 &&
                                                !(candidate == ',' && isSpacedCommas(line));
      if (found && dialect.separator == 0) dialect.separator = candidate;
    }
    if (dialect.separator != 0) break;
    lines.skip();
    lines.next();
  }
  if (dialect.separator != ',') dialect.mark = 0;
  return dialect;
}

}  // namespace espy::recordings
