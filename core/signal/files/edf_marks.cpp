// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/edf.h"

#include <fmt/format.h>

#include <algorithm>

#include "signal/files/text.h"

namespace espy::recordings {
namespace {

constexpr char kPart = '\x14';
constexpr char kDuration = '\x15';

/// One record's annotation block: zero-terminated lists, zero-padded.
class Block {
 public:
  Block(const Source& source, std::string_view text, std::int64_t record)
      : source_(source), text_(text), record_(record) {}

  /// Appends the marks; the record's first text, if empty, is the record's onset.
  void read(std::vector<RecordingMark>& marks, std::optional<double>& onset) {
    while (!text_.empty()) {
      if (text_[0] == '\0') {
        text_.remove_prefix(1);
        continue;
      }
      const std::size_t end = text_.find('\0');
      if (end == std::string_view::npos) refuseIt();
      readList(text_.substr(0, end), marks, onset);
      text_.remove_prefix(end);
    }
  }

 private:
  [[noreturn]] void refuseIt() const {
    refuseFile(source_, phrase("its record {} has annotations that cannot be understood", record_));
  }

  void readList(std::string_view list, std::vector<RecordingMark>& marks,
                std::optional<double>& onset) const {
    const std::size_t timeEnd = list.find(kPart);
    if (timeEnd == std::string_view::npos || (list[0] != '+' && list[0] != '-')) refuseIt();
    std::string_view time = list.substr(0, timeEnd);
    std::optional<double> duration = 0;
    if (const std::size_t at = time.find(kDuration); at != std::string_view::npos) {
      duration = numberIn(time.substr(at + 1));
      time = time.substr(0, at);
    }
    const std::optional<double> second = numberIn(time);
    if (!second || !duration || *duration < 0) refuseIt();
    list.remove_prefix(timeEnd + 1);
    if (!onset && list.starts_with(kPart)) onset = *second;
    while (!list.empty()) {
      const std::size_t end = list.find(kPart);
      if (end == std::string_view::npos) refuseIt();
      if (end > 0) marks.push_back({*second, *duration, utf8Of(list.substr(0, end))});
      list.remove_prefix(end + 1);
    }
  }

  const Source& source_;
  std::string_view text_;
  std::int64_t record_;
};

}  // namespace

EdfMarks readEdfMarks(const Source& source, const EdfHeader& header) {
  EdfMarks result;
  const bool some = std::any_of(header.signals.begin(), header.signals.end(),
                                [](const EdfSignal& signal) { return signal.annotations; });
  if (!some) return result;
  for (std::int64_t record = 0; record < header.records; ++record) {
    std::optional<double> onset;
    for (const EdfSignal& signal : header.signals) {
      if (!signal.annotations) continue;
      const std::int64_t at = header.data + record * header.recordBytes + signal.at;
      const std::string_view text =
          source.text().substr(static_cast<std::size_t>(at),
                               static_cast<std::size_t>(signal.samples * header.sampleBytes()));
      Block(source, text, record).read(result.marks, onset);
    }
    if (!onset) refuseFile(source, phrase("its record {} does not say when it begins", record));
    result.onsets.push_back(*onset);
  }
  const double first = result.onsets.empty() ? 0 : result.onsets.front();
  for (double& onset : result.onsets) onset -= first;
  for (RecordingMark& mark : result.marks) mark.second -= first;
  std::stable_sort(
      result.marks.begin(), result.marks.end(),
      [](const RecordingMark& a, const RecordingMark& b) { return a.second < b.second; });
  return result;
}

std::string edfMark(double onset, double duration, std::string_view text) {
  // No exponent, and no more digits than a clock has.
  const auto decimals = [](double number) {
    std::string digits = fmt::format("{:.9f}", number);
    digits.resize(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
    return digits;
  };
  std::string list = (onset < 0 ? "" : "+") + decimals(onset);
  if (duration > 0) list += kDuration + decimals(duration);
  list += kPart;
  // Terminators of texts and lists cannot occur within one.
  for (const char c : text) list += c == '\0' || c == kPart || c == kDuration ? ' ' : c;
  list += kPart;
  return list + '\0';
}

}  // namespace espy::recordings
