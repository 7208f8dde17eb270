// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/wfdb_marks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "files/byte_reader.h"
#include "signal/files/text.h"

namespace espy::recordings {
namespace {

/// rdann's mnemonic of each annotation type; empty if undefined.
constexpr std::array<std::string_view, 50> kKinds{
    " ", "N", "L", "R", "a", "V",  "F", "J", "A", "S", "E", "j", "/", "Q", "~", "",  "|",
    "",  "s", "T", "*", "D", "\"", "=", "p", "B", "^", "t", "+", "u", "?", "!", "[", "]",
    "e", "n", "@", "x", "f", "(",  ")", "r", "",  "",  "",  "",  "",  "",  "",  ""};
constexpr int kNothing = 0;  ///< only advances the time
constexpr int kNote = 22;
constexpr int kSkip = 59;
constexpr int kNumber = 60;
constexpr int kAux = 63;
constexpr std::string_view kResolution = "## time resolution:";
constexpr std::int64_t kLongestStep = 1023;
constexpr std::size_t kLongestText = 255;

std::string kindText(int kind) {
  const auto index = static_cast<std::size_t>(kind);
  if (index < kKinds.size() && !kKinds[index].empty()) return std::string(kKinds[index]);
  return "[" + std::to_string(kind) + "]";
}

struct Annotation {
  std::int64_t sample = 0;
  int kind = 0;
  std::string aux;

  std::string text() const {
    if (aux.empty()) return kindText(kind);
    return kind == kNote ? aux : kindText(kind) + " " + aux;
  }
};

class Annotations {
 public:
  explicit Annotations(const Source& source)
      : source_(source), file_(source.bytes, files::ByteReader::Order::little) {}

  std::vector<Annotation> read() {
    while (true) {
      const int word = file_.u16(at_);
      at_ += 2;
      if (word == 0) return std::move(all_);
      take(word >> 10, word & 1023);
    }
  }

 private:
  void take(int kind, int value) {
    if (kind == kSkip) {
      const std::uint32_t high = file_.u16(at_);
      const std::uint32_t low = file_.u16(at_ + 2);
      sample_ += static_cast<std::int32_t>(high << 16 | low);
      at_ += 4;
    } else if (kind == kAux) {
      takeText(static_cast<std::size_t>(value));
    } else if (kind >= kNumber) {
      return;  // num and chan fields, which marks do not have
    } else {
      sample_ += value;
      all_.push_back({sample_, kind, {}});
    }
  }

  void takeText(std::size_t size) {
    file_.need(at_, size);
    if (all_.empty()) refuseFile(source_, phrase("has a text before its first annotation"));
    std::string_view aux = source_.text().substr(at_, size);
    all_.back().aux = aux.substr(0, aux.find('\0'));
    at_ += size + size % 2;
  }

  const Source& source_;
  files::ByteReader file_;
  std::uint64_t at_ = 0;
  std::int64_t sample_ = 0;
  std::vector<Annotation> all_;
};

bool isResolution(const Annotation& annotation) {
  return annotation.kind == kNote && annotation.aux.starts_with(kResolution);
}

void put16(std::string& bytes, int value) {
  bytes += static_cast<char>(value & 255);
  bytes += static_cast<char>(value >> 8 & 255);
}

void putAnnotation(std::string& bytes, std::int64_t step, const Annotation& annotation) {
  if (step > kLongestStep) {
    put16(bytes, kSkip << 10);
    put16(bytes, static_cast<int>(step >> 16));
    put16(bytes, static_cast<int>(step & 0xffff));
    step = 0;
  }
  put16(bytes, annotation.kind << 10 | static_cast<int>(step));
  if (annotation.aux.empty()) return;
  put16(bytes, kAux << 10 | static_cast<int>(annotation.aux.size()));
  bytes += annotation.aux;
  if (annotation.aux.size() % 2 == 1) bytes += '\0';
}

/// The annotation type that the text is, or begins with if that is no letter; else a note.
Annotation annotationOf(const std::string& text, std::int64_t sample) {
  for (std::size_t kind = 1; kind < kKinds.size(); ++kind) {
    const std::string_view symbol = kKinds[kind];
    if (symbol.empty() || static_cast<int>(kind) == kNote || !text.starts_with(symbol)) continue;
    if (text.size() == symbol.size()) return {sample, static_cast<int>(kind), {}};
    // "a note" has no type, though "a" is one.
    const bool letter = std::isalpha(static_cast<unsigned char>(symbol[0])) != 0;
    if (letter || text[symbol.size()] != ' ' || text.size() == symbol.size() + 1) continue;
    return {sample, static_cast<int>(kind), text.substr(symbol.size() + 1, kLongestText)};
  }
  return {sample, kNote, text.substr(0, kLongestText)};
}

}  // namespace

std::vector<RecordingMark> readWfdbMarks(const Source& source, double rate) {
  std::vector<RecordingMark> marks;
  for (const Annotation& annotation : Annotations(source).read()) {
    if (isResolution(annotation)) {
      const std::optional<double> said =
          numberIn(std::string_view(annotation.aux).substr(kResolution.size()));
      if (said && *said > 0) rate = *said;
      continue;
    }
    if (annotation.kind == kNothing) continue;
    const auto sample = static_cast<double>(annotation.sample);
    marks.push_back({rate > 0 ? sample / rate : sample, 0, utf8Of(annotation.text())});
  }
  return marks;
}

std::string wfdbMarks(std::span<const RecordingMark> marks, double rate, const std::string& name) {
  std::string bytes;
  std::vector<Annotation> annotations;
  for (const RecordingMark& mark : marks) {
    const double place = rate > 0 ? mark.second * rate : mark.second;
    if (!(place > -0.5) || place > 1e15) {
      files::refuse(ErrorCode::badUse, name,
                    phrase("cannot hold a mark at {} s", shown(mark.second)));
    }
    annotations.push_back(annotationOf(mark.text, std::max<std::int64_t>(0, std::llround(place))));
  }
  std::stable_sort(annotations.begin(), annotations.end(),
                   [](const Annotation& a, const Annotation& b) { return a.sample < b.sample; });
  std::int64_t before = 0;
  for (const Annotation& annotation : annotations) {
    std::int64_t step = annotation.sample - before;
    constexpr std::int64_t kLongestSkip = 0x7fffffff;
    for (; step > kLongestSkip; step -= kLongestSkip) {
      put16(bytes, kSkip << 10);
      put16(bytes, static_cast<int>(kLongestSkip >> 16));
      put16(bytes, static_cast<int>(kLongestSkip & 0xffff));
    }
    putAnnotation(bytes, step, annotation);
    before = annotation.sample;
  }
  put16(bytes, 0);
  return bytes;
}

}  // namespace espy::recordings
