// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "signal/files/formats.h"
#include "signal/files/table.h"
#include "signal/files/text.h"

namespace espy::recordings {
namespace {

struct Heading {
  std::vector<std::string> cells;  ///< as written
  std::vector<Title> titles;
  std::size_t columns = 0;
};

bool isNumber(const std::string& cell) {
  return numberOfCell(cell, '.') || numberOfCell(cell, ',') || clockTime(cell);
}
bool isNumbers(const std::vector<std::string>& cells) {
  return std::all_of(cells.begin(), cells.end(), isNumber);
}

/// 5%, 0x10, 1.2.3: a damaged number, or an unknown format.
bool beginsLikeNumber(const std::string& cell) {
  const std::size_t first = cell.find_first_not_of("+-.,");
  return first != std::string::npos && cell[first] >= '0' && cell[first] <= '9';
}

/// Evidence on whether a line of names with numbers in it is a header.
struct HeaderEvidence {
  std::size_t numbers = 0;
  bool counts = true;       ///< they are integers that count up by one, as channel numbers do
  std::size_t damaged = 0;  ///< non-numeric cells that begin like numbers
  std::size_t firstWord = 0;

  explicit HeaderEvidence(const std::vector<std::string>& cells) : firstWord(cells.size()) {
    std::optional<double> before;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!isNumber(cells[i])) {
        damaged += beginsLikeNumber(cells[i]) ? 1 : 0;
        firstWord = std::min(firstWord, i);
      } else if (!isGapWord(cells[i])) {
        const std::optional<double> number = numberIn(cells[i]);
        ++numbers;
        counts = counts && number && *number == std::floor(*number) &&
                 (!before || *number == *before + 1);
        before = number;
      }
    }
  }
};

/// The last comment before this line, where NumPy's savetxt writes names; empty unless its number
/// of cells matches.
std::vector<std::string> commentCells(std::string_view text, const Cells& first) {
  std::string_view comment;
  std::string_view rest = text.substr(0, static_cast<std::size_t>(first.at() - text.data()));
  while (!rest.empty()) {
    const std::string_view line = trimmed(nextLine(rest));
    if (line.starts_with('#')) comment = trimmed(line.substr(1));
  }
  if (comment.empty()) return {};
  Cells cells(comment, first.dialect());
  if (!cells.toLine() || columnsOfLine(cells) != columnsOfLine(first)) return {};
  return cellsOfLine(cells);
}

bool isDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether the first lines may hold one number each, with a decimal comma: integer, comma, digits.
/// A program writes fractions all with as many digits, or without zeros at their ends.
bool mayBeDecimals(Cells cells) {
  constexpr int kFewest = 3;  // of two lines nothing can be concluded
  constexpr int kLines = 1000;
  std::size_t digits = 0;
  bool sameLength = true;
  bool noZeros = true;
  int lines = 0;
  for (; lines < kLines && cells.toLine(); ++lines) {
    const char* const begin = cells.at();
    cells.skip();
    std::string_view whole(begin, static_cast<std::size_t>(cells.at() - begin));
    if (whole.starts_with('-') || whole.starts_with('+')) whole.remove_prefix(1);
    if (!isDigits(whole) || !cells.next()) return false;
    const char* const behind = cells.at();
    cells.skip();
    const std::string_view fraction(behind, static_cast<std::size_t>(cells.at() - behind));
    if (!isDigits(fraction) || cells.next()) return false;
    if (digits == 0) digits = fraction.size();
    sameLength = sameLength && fraction.size() == digits;
    noZeros = noZeros && (fraction.size() == 1 || !fraction.ends_with('0'));
    if (!sameLength && !noZeros) return false;
  }
  return lines >= kFewest;
}

class Table {
 public:
  Table(const Source& source, const RecordingOptions& options)
      : source_(source),
        options_(options),
        text_(tableText(source)),
        cells_(text_, dialectOf(text_, options.separator)) {}

  ReadRecording read() {
    readHeading();
    chooseColumns();
    readRows();
    return result();
  }

 private:
  void readHeading() {
    if (!cells_.toLine()) refuseFile(source_, phrase("is a table without numbers"));
    checkColumns(columnsOfLine(cells_));
    Cells ahead = cells_;
    std::vector<std::string> first = cellsOfLine(ahead);
    heading_.columns = first.size();
    if (isNumbers(first)) {
      std::vector<std::string> names = commentCells(text_, cells_);
      if (!names.empty()) {
        nameColumns(names);
      } else {
        firstCells_ = std::move(first);
        decimals_ = cells_.dialect().separator == ',' && options_.separator == 0 &&
                    options_.channels.empty() && mayBeDecimals(cells_);
      }
    } else {
      lookAtNames(first);
      nameColumns(first);
      cells_ = ahead;
      readUnits();
    }
    heading_.titles.resize(heading_.columns);
    heading_.cells.resize(heading_.columns);
  }

  void checkColumns(std::int64_t columns) const {
    if (columns <= kMostChannelsRead) return;
    files::refuse(ErrorCode::tooLarge, source_.name,
                  phrase("has {} columns, more than the {} channels that can be read; with samples "
                         "along columns each of its rows is a channel",
                         columns, kMostChannelsRead));
  }

  /// A line of samples with one damaged cell would silently be taken for names.
  void lookAtNames(const std::vector<std::string>& cells) {
    const HeaderEvidence evidence(cells);
    const bool mostDamaged = 2 * evidence.damaged > cells.size();
    if (evidence.numbers == 0 ? !mostDamaged : evidence.damaged == 0 && evidence.counts) return;
    if (2 * evidence.numbers > cells.size() && !evidence.counts) {
      refuseCell(cells[evidence.firstWord], evidence.firstWord, cells_.line());
    }
    note_ = phrase("its first line, with '{}', is read as names", shown(cells[evidence.firstWord]));
  }

  void nameColumns(const std::vector<std::string>& names) {
    heading_.cells = names;
    for (const std::string& name : names) heading_.titles.push_back(titleOf(name));
  }

  /// A second line of words holds the units.
  void readUnits() {
    if (!cells_.toLine()) refuseFile(source_, phrase("is a table without numbers"));
    Cells ahead = cells_;
    const std::vector<std::string> units = cellsOfLine(ahead);
    const auto isWord = [](const std::string& cell) {
      if (beginsLikeNumber(cell)) return false;
      return !numberOfCell(cell, '.') && !numberOfCell(cell, ',') && !clockTime(cell);
    };
    if (units.size() != heading_.columns || !std::any_of(units.begin(), units.end(), isWord) ||
        std::any_of(units.begin(), units.end(),
                    [&](const std::string& cell) { return !isWord(cell) && !isGapWord(cell); })) {
      return;
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
      std::string_view unit = units[i];
      const bool around =
          unit.size() > 1 && std::string_view("([{'").find(unit[0]) != std::string_view::npos;
      if (around) unit = unit.substr(1, unit.size() - 2);
      heading_.titles[i].unit = utf8Of(unit);
    }
    cells_ = ahead;
  }

  std::size_t findTimes() {
    if (options_.timeColumn == "-") return kNoColumn;
    if (!options_.timeColumn.empty()) {
      RecordingOptions wanted;
      wanted.channels = {options_.timeColumn};
      std::vector<std::string> names;
      for (const Title& title : heading_.titles) names.push_back(title.name);
      if (options_.timeColumnMayMiss && !hasColumn(names, options_.timeColumn)) return ownTimes();
      const std::size_t column = chosenChannels(names, wanted, source_.name).front();
      unit_ = secondsOfUnit(heading_.cells[column]).value_or(1);
      return column;
    }
    return ownTimes();
  }

  static bool hasColumn(const std::vector<std::string>& names, const std::string& wanted) {
    if (std::find(names.begin(), names.end(), wanted) != names.end()) return true;
    const std::optional<std::int64_t> number = wholeIn(wanted);
    return number && *number >= 0 && *number < std::ssize(names);
  }

  /// The time column by name; if no column has a name, the first whose cells are times.
  std::size_t ownTimes() {
    if (heading_.columns == 1) return kNoColumn;
    const auto isTime = [](const std::string& cell) {
      return !numberOfCell(cell, '.') && !numberOfCell(cell, ',') && clockTime(cell);
    };
    const auto time = std::find_if(firstCells_.begin(), firstCells_.end(), isTime);
    if (time != firstCells_.end()) return static_cast<std::size_t>(time - firstCells_.begin());
    for (std::size_t i = 0; i < heading_.columns; ++i) {
      const std::optional<double> unit = secondsOfUnit(heading_.titles[i]);
      if (!unit) continue;
      unit_ = *unit;
      return i;
    }
    return kNoColumn;
  }

  void chooseColumns() {
    times_ = findTimes();
    std::vector<std::size_t> data;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < heading_.columns; ++i) {
      if (i == times_) continue;
      data.push_back(i);
      names.push_back(heading_.titles[i].name);
    }
    for (const std::size_t i : chosenChannels(names, wholeNames(data), source_.name)) {
      chosen_.push_back(data[i]);
    }
    if (chosen_.empty()) refuseFile(source_, phrase("has times and no other column"));
    targets_.resize(heading_.columns);
    columns_->resize(chosen_.size() + 1);
    for (std::size_t i = 0; i < chosen_.size(); ++i) targets_[chosen_[i]] = &(*columns_)[i];
    if (times_ != kNoColumn) targets_[times_] = &columns_->back();
  }

  /// The options with names as the file writes them, "ECG (mV)", reduced to the name.
  RecordingOptions wholeNames(const std::vector<std::size_t>& data) const {
    RecordingOptions options = options_;
    for (std::string& wanted : options.channels) {
      for (const std::size_t i : data) {
        if (heading_.cells[i] == wanted) wanted = heading_.titles[i].name;
      }
    }
    return options;
  }

  void readRows() {
    constexpr std::int64_t kLook = 1 << 14;
    for (std::int64_t row = 0; cells_.toLine(); ++row) {
      if (row % kLook == 0) {
        checkStop(options_);
        if (row == kLook) reserve(row);
        checkSamples(std::ssize(chosen_), row, options_, source_.name);
      }
      if (heading_.columns == 1) fillBlanks();
      readRow();
    }
    checkSamples(std::ssize(chosen_), std::ssize(columns_->front()), options_, source_.name);
    if (columns_->front().empty()) refuseFile(source_, phrase("is a table without numbers"));
  }

  /// In a one-column table an empty line between numbers is a gap.
  void fillBlanks() {
    std::vector<double>& column = columns_->front();
    const std::int64_t blanks = cells_.blanks();
    if (blanks == 0 || column.empty()) return;
    checkSamples(1, std::ssize(column) + blanks + 1, options_, source_.name);
    column.insert(column.end(), static_cast<std::size_t>(blanks),
                  std::numeric_limits<double>::quiet_NaN());
    filled_ += blanks;
  }

  /// Once the line length is known, columns can be reserved.
  void reserve(std::int64_t rows) {
    const auto done = static_cast<double>(cells_.at() - text_.data());
    const double all = static_cast<double>(text_.size()) / done * static_cast<double>(rows) * 1.05;
    for (const std::size_t i : chosen_) targets_[i]->reserve(static_cast<std::size_t>(all));
    if (times_ != kNoColumn) targets_[times_]->reserve(static_cast<std::size_t>(all));
  }

  void readRow() {
    const std::int64_t line = cells_.line();
    std::size_t column = 0;
    do {
      if (column == heading_.columns) refuseRow(line, column + 1);
      std::vector<double>* const target = targets_[column];
      double number = 0;
      if (target == nullptr) {
        cells_.skip();
      } else if (cells_.plainNumber(number)) {
        target->push_back(number);
      } else {
        target->push_back(rareCell(column));
      }
      ++column;
    } while (cells_.next());
    if (column != heading_.columns) refuseRow(line, column);
  }

  [[noreturn]] void refuseRow(std::int64_t line, std::size_t columns) const {
    if (columns < heading_.columns) {
      refuseFile(source_,
                 phrase("line {} ends after {} of {} columns", line, columns, heading_.columns));
    }
    if (heading_.columns == 1) {
      refuseFile(source_, phrase("line {} has several columns, the first has one", line));
    }
    refuseFile(source_,
               phrase("line {} has more than the {} columns of the first", line, heading_.columns));
  }

  /// What is no plain number: a gap, a time of day, a decimal comma, something in quotes.
  double rareCell(std::size_t column) {
    const std::int64_t line = cells_.line();
    std::string storage;
    const std::string_view cell = cells_.cell(storage);
    if (const std::optional<double> number = numberOfCell(cells_, cell)) return *number;
    if (column == times_) {
      if (const std::optional<double> time = clocks_.seconds(cell)) return *time;
    }
    refuseCell(cell, column, line);
  }

  [[noreturn]] void refuseCell(std::string_view cell, std::size_t column, std::int64_t line) const {
    const std::string title =
        column < heading_.titles.size() ? heading_.titles[column].name : std::string();
    const std::string name = title.empty() ? std::to_string(column + 1) : shown(title);
    if (column == times_) refuseTime(cell, name, line);
    if (clockTime(cell)) {
      refuseFile(
          source_,
          phrase("line {}, column {}: '{}' is a time, not a number; name the column of times", line,
                 name, shown(cell)));
    }
    refuseFile(source_,
               phrase("line {}, column {}: '{}' is not a number", line, name, shown(cell)));
  }

  [[noreturn]] void refuseTime(std::string_view cell, const std::string& name,
                               std::int64_t line) const {
    refuseFile(
        source_,
        clocks_.mixed()
            ? phrase("line {}, column {}: '{}': some times have a time zone and some do not; if "
                     "times do not matter, name the channels and give '-' as the column of times",
                     line, name, shown(cell))
            : phrase("line {}, column {}: '{}' is not a known time format; if times do not matter, "
                     "name the channels and give '-' as the column of times",
                     line, name, shown(cell)));
  }

  /// Separators at the ends of lines make a column without a name and without numbers.
  bool isLeftover(std::size_t i) const {
    const std::vector<double>& column = (*columns_)[i];
    return chosen_[i] + 1 == heading_.columns && chosen_.size() > 1 && options_.channels.empty() &&
           heading_.titles[chosen_[i]].name.empty() &&
           std::all_of(column.begin(), column.end(), [](double x) { return std::isnan(x); });
  }

  ReadRecording result() {
    ReadRecording result;
    double rate = options_.rate;
    if (times_ != kNoColumn) {
      TimeSteps steps = stepsOf(columns_->back(), unit_);
      if (steps.rate > 0) rate = steps.rate;
      if (!steps.note.empty()) alsoSay(note_, steps.note);
      std::vector<double>().swap(columns_->back());
    }
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const Title& title = heading_.titles[chosen_[i]];
      if (isLeftover(i)) continue;
      result.channels.push_back(
          {title.name, title.unit, rate, std::span<const double>((*columns_)[i])});
    }
    if (decimals_) {
      alsoSay(note_, phrase("its lines, such as '{}', are read as two channels, not as one with "
                            "decimal commas",
                            shown(firstCells_[0] + ',' + firstCells_[1])));
    } else {
      noteShape(result);
    }
    if (filled_ == 1) alsoSay(note_, phrase("1 empty line between its numbers is read as a gap"));
    if (filled_ > 1) {
      alsoSay(note_, phrase("{} empty lines between its numbers are read as gaps", filled_));
    }
    result.note = std::move(note_);
    result.memory = columns_;
    return result;
  }

  /// Few rows and many columns: the rows are probably the channels.
  void noteShape(const ReadRecording& result) {
    constexpr std::int64_t kWide = 32;
    const std::int64_t channels = std::ssize(result.channels);
    const std::int64_t samples = std::ssize(columns_->front());
    const bool said = options_.samplesAlong == RecordingOptions::Side::rows ||
                      !options_.channels.empty() || times_ != kNoColumn;
    if (said || channels < 2 || (samples > 1 && channels <= kWide * samples)) return;
    alsoSay(note_, samples == 1
                       ? phrase("its one row is read as {} channels of one sample; with samples "
                                "along columns it is one channel of {} samples",
                                channels, channels)
                       : phrase("is read as {} channels of {} samples; with samples along columns "
                                "it is {} channels of {} samples",
                                channels, samples, samples, channels));
  }

  const Source& source_;
  const RecordingOptions& options_;
  std::string_view text_;
  Cells cells_;
  Heading heading_;
  std::vector<std::string> firstCells_;  ///< numbers; empty if columns have names
  bool decimals_ = false;                ///< `mayBeDecimals`, and nothing says otherwise
  Message note_;
  std::size_t times_ = kNoColumn;
  double unit_ = 1;
  ClockParser clocks_;
  std::int64_t filled_ = 0;  ///< empty lines that are gaps
  std::vector<std::size_t> chosen_;
  /// One per chosen column, and one for times.
  std::shared_ptr<std::vector<std::vector<double>>> columns_ =
      std::make_shared<std::vector<std::vector<double>>>();
  std::vector<std::vector<double>*> targets_;  ///< per column; null: skipped
};

/// The numbers after a line's class label, without trailing gaps.
std::vector<double> seriesOf(const Source& source, Cells& cells, std::int64_t line) {
  std::vector<double> series;
  std::string storage;
  while (cells.next()) {
    double number = 0;
    if (!cells.plainNumber(number)) {
      const std::string_view cell = cells.cell(storage);
      const std::optional<double> found = numberOfCell(cell, '.');
      if (!found) {
        refuseFile(source, phrase("line {}: '{}' is not a number", line, shown(cell)));
      }
      number = *found;
    }
    series.push_back(number);
  }
  while (!series.empty() && std::isnan(series.back())) series.pop_back();
  return series;
}

}  // namespace

ReadRecording readTable(const Source& source, const RecordingOptions& options) {
  if (options.samplesAlong == RecordingOptions::Side::columns) {
    if (std::optional<ReadRecording> read = readRows(source, options)) return std::move(*read);
  }
  return Table(source, options).read();
}

std::vector<std::pair<std::string, Recording>> readUcr(const Source& source,
                                                       const RecordingOptions& options,
                                                       std::int64_t first, std::int64_t count) {
  const std::string_view text = source.text();
  Cells cells(text, dialectOf(text, options.separator));
  std::vector<std::pair<std::string, Recording>> rows;
  std::string storage;
  std::int64_t samples = 0;
  for (std::int64_t row = 0; std::ssize(rows) < count && cells.toLine(); ++row) {
    checkStop(options);
    if (row < first) {
      while (cells.skip(), cells.next()) {
      }
      continue;
    }
    const std::int64_t line = cells.line();
    std::pair<std::string, Recording> one;
    one.first = utf8Of(cells.cell(storage));
    const auto series = std::make_shared<std::vector<double>>(seriesOf(source, cells, line));
    if (series->empty()) refuseFile(source, phrase("line {} has a class but no series", line));
    checkSamples(1, samples += std::ssize(*series), options, source.name);
    one.second.channels.push_back({"", "", options.rate, std::span<const double>(*series)});
    one.second.memory = series;
    rows.push_back(std::move(one));
  }
  return rows;
}

}  // namespace espy::recordings
