// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "signal/files/table.h"
#include "signal/files/text.h"

namespace espy::recordings {
namespace {

struct Row {
  std::string cell;  ///< its name as written
  Title title;
};

class Rows {
 public:
  Rows(const Source& source, const RecordingOptions& options, const Cells& cells)
      : source_(source), options_(options), cells_(cells) {}

  ReadRecording read() {
    lookAtFirst();
    while (cells_.toLine()) {
      checkStop(options_);
      readRow();
      checkSamples(std::ssize(rows_), std::ssize(numbers_->front()), options_, source_.name);
    }
    if (rows_.empty()) refuseFile(source_, phrase("is a table without numbers"));
    dropLeftover();
    return result();
  }

 private:
  /// Whether the next cell is a number or a time.
  bool nextIsNumber(Cells& cells) {
    const std::string_view cell = cells.cell(storage_);
    return numberOfCell(cells, cell) || clockTime(cell);
  }

  /// A first line of words names the samples; it is ignored.
  void lookAtFirst() {
    Cells ahead = cells_;
    named_ = !nextIsNumber(ahead);
    bool words = named_;
    while (words && ahead.next()) words = !nextIsNumber(ahead);
    if (!words) return;
    cells_ = ahead;
    if (cells_.toLine()) named_ = !nextIsNumber(ahead = cells_);
  }

  void readRow() {
    const std::int64_t line = cells_.line();
    Row& row = rows_.emplace_back();
    std::vector<double>& numbers = numbers_->emplace_back();
    if (std::ssize(rows_) > kMostChannelsRead) {
      files::refuse(ErrorCode::tooLarge, source_.name,
                    phrase("has more than the {} channels that can be read", kMostChannelsRead));
    }
    if (named_) {
      row.cell = cells_.cell(storage_);
      row.title = titleOf(row.cell);
      if (!cells_.next()) refuseFile(source_, phrase("line {} has a name but no numbers", line));
    }
    const bool timed = isTimes(rows_.size() - 1, true) || isTimes(rows_.size() - 1, false);
    numbers.reserve(numbers_->front().size());
    do {
      numbers.push_back(readNumber(line, std::ssize(numbers), timed));
    } while (cells_.next());
    endEmpty_ = endEmpty_ && lastEmpty_;
    const std::size_t wanted = numbers_->front().size();
    if (numbers.size() < wanted) {
      refuseFile(source_,
                 phrase("line {} ends after {} of {} samples", line, numbers.size(), wanted));
    }
    if (numbers.size() > wanted) {
      refuseFile(source_, phrase("line {} has more samples than the first", line));
    }
  }

  double readNumber(std::int64_t line, std::int64_t sample, bool timed) {
    double number = 0;
    lastEmpty_ = false;
    if (cells_.plainNumber(number)) return number;
    const std::string_view cell = cells_.cell(storage_);
    lastEmpty_ = cell.empty();
    if (const std::optional<double> found = numberOfCell(cells_, cell)) return *found;
    const std::optional<double> time = timed ? clocks_.seconds(cell) : std::nullopt;
    if (time) return *time;
    refuseFile(source_, phrase("line {}, column {}: '{}' is not a number", line,
                               sample + (named_ ? 2 : 1), shown(cell)));
  }

  /// Separators at line ends add no sample.
  void dropLeftover() {
    if (!endEmpty_ || numbers_->front().size() < 2) return;
    for (std::vector<double>& numbers : *numbers_) numbers.pop_back();
  }

  /// Whether this is the row of times: requested, or by its name.
  bool isTimes(std::size_t index, bool asked) const {
    const std::string& wanted = options_.timeColumn;
    const Row& row = rows_[index];
    if (!asked) {
      return (wanted.empty() || options_.timeColumnMayMiss) && named_ && wanted != "-" &&
             secondsOfUnit(row.title).has_value();
    }
    return !wanted.empty() && wanted != "-" &&
           (row.title.name == wanted || row.cell == wanted ||
            wholeIn(wanted) == static_cast<std::int64_t>(index));
  }

  std::size_t findTimes() const {
    for (const bool asked : {true, false}) {
      for (std::size_t i = 0; i < rows_.size() && rows_.size() > 1; ++i) {
        if (isTimes(i, asked)) return i;
      }
    }
    const std::string& wanted = options_.timeColumn;
    if (!wanted.empty() && wanted != "-" && !options_.timeColumnMayMiss) {
      files::refuse(ErrorCode::badUse, source_.name, phrase("has no row {}", shown(wanted)));
    }
    return kNoColumn;
  }

  /// The options with names as the file writes them, "ECG (mV)", reduced to the name.
  RecordingOptions wholeNames() const {
    RecordingOptions options = options_;
    for (std::string& wanted : options.channels) {
      for (const Row& row : rows_) {
        if (row.cell == wanted && named_) wanted = row.title.name;
      }
    }
    return options;
  }

  ReadRecording result() {
    ReadRecording result;
    result.memory = numbers_;
    double rate = options_.rate;
    const std::size_t times = findTimes();
    if (times != kNoColumn) {
      const double unit = secondsOfUnit(rows_[times].title).value_or(1);
      TimeSteps steps = stepsOf((*numbers_)[times], unit);
      if (steps.rate > 0) rate = steps.rate;
      result.note = std::move(steps.note);
    }
    std::vector<std::size_t> data;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i == times) continue;
      data.push_back(i);
      names.push_back(rows_[i].title.name);
    }
    for (const std::size_t i : chosenChannels(names, wholeNames(), source_.name)) {
      const Title& title = rows_[data[i]].title;
      result.channels.push_back(
          {title.name, title.unit, rate, std::span<const double>((*numbers_)[data[i]])});
    }
    return result;
  }

  const Source& source_;
  const RecordingOptions& options_;
  Cells cells_;
  std::string storage_;
  ClockParser clocks_;
  bool named_ = false;
  bool lastEmpty_ = false;
  bool endEmpty_ = true;  ///< the last cell of all rows so far
  std::vector<Row> rows_;
  std::shared_ptr<std::vector<std::vector<double>>> numbers_ =
      std::make_shared<std::vector<std::vector<double>>>();
};

}  // namespace

std::optional<ReadRecording> readRows(const Source& source, const RecordingOptions& options) {
  const std::string_view text = tableText(source);
  Cells cells(text, dialectOf(text, options.separator));
  if (!cells.toLine() || columnsOfLine(cells) == 1) return {};
  return Rows(source, options, cells).read();
}

}  // namespace espy::recordings
