// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/wfdb.h"

#include <cmath>

#include "signal/files/text.h"

// header(5) of the WFDB Applications Guide.
namespace espy::recordings {
namespace {

constexpr std::int64_t kMostWfdbSignals = 1 << 16;
constexpr std::int64_t kMostPerFrame = 1 << 20;
constexpr std::int64_t kMostSegments = 1 << 20;
constexpr std::int64_t kMostFrames = std::int64_t{1} << 40;

/// Removes and returns the text before the first of these characters.
std::string_view until(std::string_view& text, std::string_view ends) {
  const std::size_t end = std::min(text.find_first_of(ends), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end);
  return part;
}

/// If `mark` is next, the text after it up to one of `ends`.
std::optional<std::string_view> behind(std::string_view& text, char mark, std::string_view ends) {
  if (!text.starts_with(mark)) return {};
  text.remove_prefix(1);
  return until(text, ends);
}

class Header {
 public:
  explicit Header(const Source& source) : source_(source), text_(source.text()) {}

  WfdbHeader read() {
    WfdbHeader header;
    const std::int64_t segments = readRecord(header);
    if (segments > 0) {
      readSegments(header, segments);
      return header;
    }
    for (std::int64_t i = 0; i < header.signalCount; ++i) {
      std::string_view line = nextFilled();
      if (line.empty()) {
        refuseFile(source_, phrase("has lines for {} of {} signals", i, header.signalCount));
      }
      header.signals.push_back(readSignal(line));
    }
    return header;
  }

 private:
  /// The next line that is neither empty nor a comment.
  std::string_view nextFilled() {
    while (!text_.empty()) {
      const std::string_view line = trimmed(nextLine(text_));
      if (!line.empty() && line[0] != '#') return line;
    }
    return {};
  }

  [[noreturn]] void refuseWord(std::string_view word, const Message& what) const {
    refuseFile(source_, phrase("has '{}' instead of {}", shown(word), what));
  }
  std::int64_t whole(std::string_view word, const Message& what, std::int64_t least,
                     std::int64_t most) const {
    const std::optional<std::int64_t> number = wholeIn(word);
    if (!number || *number < least || *number > most) refuseWord(word, what);
    return *number;
  }
  double real(std::string_view word, const Message& what) const {
    const std::optional<double> number = numberIn(word);
    if (!number || !std::isfinite(*number)) refuseWord(word, what);
    return *number;
  }

  /// Returns the number of segments; 0 for a single record.
  std::int64_t readRecord(WfdbHeader& header) {
    std::string_view line = nextFilled();
    if (line.empty()) refuseFile(source_, phrase("is a header without a record"));
    const std::string_view record = nextWord(line);
    std::int64_t segments = 0;
    if (const std::size_t slash = record.find('/'); slash != std::string_view::npos) {
      segments =
          whole(record.substr(slash + 1), phrase("the number of segments"), 1, kMostSegments);
    }
    header.signalCount =
        whole(nextWord(line), phrase("the number of signals"), 0, kMostWfdbSignals);
    if (std::string_view rate = nextWord(line); !rate.empty()) {
      const std::string_view word = until(rate, "/(");
      header.rate = real(word, phrase("the samples a second"));
      if (header.rate <= 0) refuseWord(word, phrase("the samples a second"));
    }
    if (const std::string_view frames = nextWord(line); !frames.empty()) {
      const std::int64_t said = whole(frames, phrase("the number of samples"), 0, kMostFrames);
      if (said > 0) header.frames = said;
    }
    return segments;
  }

  void readSegments(WfdbHeader& header, std::int64_t count) {
    std::int64_t frames = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      std::string_view line = nextFilled();
      if (line.empty()) refuseFile(source_, phrase("has lines for {} of {} segments", i, count));
      WfdbSegment segment;
      segment.name = nextWord(line);
      segment.frames = whole(nextWord(line), phrase("the samples of a segment"), 0, kMostFrames);
      frames += segment.frames;
      header.segments.push_back(std::move(segment));
    }
    if (header.frames.value_or(frames) != frames) {
      refuseFile(source_,
                 phrase("has {} samples, and its segments have {}", *header.frames, frames));
    }
    if (frames > kMostFrames) {
      refuseWord(std::to_string(frames), phrase("the number of samples"));
    }
    header.frames = frames;
  }

  void readFormat(std::string_view word, WfdbSignal& signal) const {
    constexpr std::string_view kEnds = "x:+";
    const std::string_view all = word;
    signal.format = static_cast<int>(whole(until(word, kEnds), phrase("a format"), 0, 9999));
    while (!word.empty()) {
      if (const auto perFrame = behind(word, 'x', kEnds)) {
        signal.perFrame = whole(*perFrame, phrase("the samples of a frame"), 1, kMostPerFrame);
      } else if (const auto skew = behind(word, ':', kEnds)) {
        signal.skew = whole(*skew, phrase("a skew"), 0, 1 << 30);
      } else if (const auto offset = behind(word, '+', kEnds)) {
        signal.offset = whole(*offset, phrase("an offset"), 0, std::int64_t{1} << 50);
      } else {
        refuseWord(all, phrase("a format"));
      }
    }
  }

  /// "200(1024)/mV"; returns whether there is a baseline.
  bool readGain(std::string_view word, WfdbSignal& signal) const {
    const double gain = real(until(word, "(/"), phrase("a gain"));
    if (gain != 0) signal.gain = gain;
    const auto baseline = behind(word, '(', ")");
    if (baseline) {
      signal.baseline = real(*baseline, phrase("a baseline"));
      if (!word.starts_with(')')) refuseWord(word, phrase("a gain"));
      word.remove_prefix(1);
    }
    if (word.starts_with('/')) signal.unit = utf8Of(word.substr(1));
    return baseline.has_value();
  }

  WfdbSignal readSignal(std::string_view line) const {
    WfdbSignal signal;
    signal.file = nextWord(line);
    readFormat(nextWord(line), signal);
    const std::string_view gain = nextWord(line);
    if (gain.empty()) return signal;
    const bool hasBaseline = readGain(gain, signal);
    nextWord(line);  // ADC resolution
    if (const std::string_view zero = nextWord(line); !zero.empty()) {
      const double middle = real(zero, phrase("the middle of the converter's range"));
      if (!hasBaseline) signal.baseline = middle;
      signal.initial = std::llround(middle);
    }
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    if (const std::string_view initial = nextWord(line); !initial.empty()) {
      signal.initial = whole(initial, phrase("an initial value"), -kMost, kMost);
    }
    if (const std::string_view sum = nextWord(line); !sum.empty()) {
      signal.checksum = whole(sum, phrase("a checksum"), -kMost, kMost);
    }
    nextWord(line);  // block size
    signal.name = utf8Of(trimmed(line));
    return signal;
  }

  const Source& source_;
  std::string_view text_;
};

}  // namespace

WfdbHeader readWfdbHeader(const Source& source) {
  return Header(source).read();
}

}  // namespace espy::recordings
