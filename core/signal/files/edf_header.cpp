// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/edf_header.h"

#include "files/byte_reader.h"
#include "signal/files/formats.h"
#include "signal/files/text.h"

// The European Data Format, with its successor EDF+, and BioSemi's of 24 bits.
namespace espy::recordings {
namespace {

constexpr std::size_t kFixed = 256;   ///< bytes before what is said of signals
constexpr std::size_t kSignal = 256;  ///< bytes of each signal
constexpr std::int64_t kMostSignals = 9999;

/// Fields of the header: text of so many characters.
class Fields {
 public:
  Fields(const Source& source, std::size_t signals) : source_(source), signals_(signals) {}

  std::string_view fixed(std::size_t at, std::size_t size) const { return field(at, size); }
  /// Field of signal `index`; those before it take `before` characters of each signal.
  std::string_view of(std::size_t index, std::size_t before, std::size_t size) const {
    return field(kFixed + before * signals_ + index * size, size);
  }

  std::int64_t whole(std::string_view text, const Message& what) const {
    const std::optional<std::int64_t> number = wholeIn(text);
    if (!number) refuseField(text, what);
    return *number;
  }
  [[noreturn]] void refuseField(std::string_view text, const Message& what) const {
    refuseFile(source_, phrase("its header has '{}' in the place of {}", shown(text), what));
  }

 private:
  std::string_view field(std::size_t at, std::size_t size) const {
    const std::string_view text = source_.text();
    if (at + size > text.size()) throw files::CutShort{};
    std::string_view found = text.substr(at, size);
    // Some writers fill up with zero bytes.
    found = found.substr(0, found.find('\0'));
    return trimmed(found);
  }

  const Source& source_;
  std::size_t signals_;
};

void readSignals(const Source& source, EdfHeader& header) {
  const Fields fields(source, header.signals.size());
  for (std::size_t i = 0; i < header.signals.size(); ++i) {
    EdfSignal& signal = header.signals[i];
    signal.label = utf8Of(fields.of(i, 0, 16));
    signal.unit = utf8Of(fields.of(i, 96, 8));
    signal.physicalMin = fields.of(i, 104, 8);
    signal.physicalMax = fields.of(i, 112, 8);
    signal.digitalMin = fields.of(i, 120, 8);
    signal.digitalMax = fields.of(i, 128, 8);
    signal.samples = fields.whole(fields.of(i, 216, 8), phrase("the samples of a record"));
    if (signal.samples < 1) {
      refuseFile(source, phrase("its signal {} has {} samples a record", i, signal.samples));
    }
    signal.annotations = header.bdf ? signal.label == "BDF Annotations"
                                    : header.plus && signal.label == "EDF Annotations";
    signal.at = header.recordBytes;
    header.recordBytes += signal.samples * header.sampleBytes();
  }
}

/// Of a recording that was broken off, the records that are there count.
void checkLength(const Source& source, EdfHeader& header) {
  const auto there = static_cast<std::int64_t>(source.bytes.size()) - header.data;
  const std::int64_t whole = there / header.recordBytes;
  if (header.records == -1) {
    header.records = whole;
    return;
  }
  if (header.records < 0) {
    refuseFile(source, phrase("has {} records", header.records));
  }
  if (header.records > whole) {
    refuseFile(source, phrase("ends after {} of {} records", whole, header.records));
  }
  header.unread = there - header.records * header.recordBytes;
}

/// How long a header of so many signals is, as it says itself; nothing where it does not.
std::optional<std::int64_t> headerBytes(std::string_view text) {
  const std::optional<std::int64_t> signals = wholeIn(text.substr(252, 4));
  if (!signals) return {};
  return static_cast<std::int64_t>(kFixed) + *signals * static_cast<std::int64_t>(kSignal);
}

}  // namespace

bool isEdf(const Source& source) {
  const std::string_view text = source.text();
  if (text.size() < kFixed) return false;
  if (text.starts_with("\xff"
                       "BIOSEMI"))
    return true;
  if (!text.starts_with("0       ")) return false;
  // Either of these is enough: what is wrong with the other is told. Text may begin so, too.
  const auto isStop = [&](std::size_t at) { return text[at] == '.'; };
  const bool hasDates = isStop(170) && isStop(173) && isStop(178) && isStop(181);
  if (hasDates) return true;
  const std::optional<std::int64_t> length = headerBytes(text);
  return length && length == wholeIn(text.substr(184, 8));
}

EdfHeader readEdfHeader(const Source& source) {
  EdfHeader header;
  const Fields fixed(source, 0);
  header.bdf = source.bytes[0] == 0xff;
  const std::string_view kind = fixed.fixed(192, 44);
  header.plus = kind.starts_with("EDF+") || kind.starts_with("BDF+");
  header.discontinuous = kind.starts_with("EDF+D") || kind.starts_with("BDF+D");
  header.records = fixed.whole(fixed.fixed(236, 8), phrase("the number of records"));
  const std::string_view seconds = fixed.fixed(244, 8);
  const std::optional<double> recordSeconds = numberIn(seconds);
  if (!recordSeconds || *recordSeconds < 0)
    fixed.refuseField(seconds, phrase("the length of a record"));
  header.recordSeconds = *recordSeconds;
  const std::int64_t signals = fixed.whole(fixed.fixed(252, 4), phrase("the number of signals"));
  if (signals < 1 || signals > kMostSignals) {
    refuseFile(source, phrase("has {} signals; 1 to {} are possible", signals, kMostSignals));
  }
  header.data = static_cast<std::int64_t>(kFixed) + signals * static_cast<std::int64_t>(kSignal);
  const std::string_view length = fixed.fixed(184, 8);
  if (wholeIn(length) != header.data) {
    refuseFile(source, phrase("is {} whose header has '{}' in the place of its length, {} bytes",
                              header.bdf ? "BDF" : "EDF", shown(length), header.data));
  }
  if (static_cast<std::int64_t>(source.bytes.size()) < header.data) throw files::CutShort{};
  header.signals.resize(static_cast<std::size_t>(signals));
  readSignals(source, header);
  checkLength(source, header);
  return header;
}

}  // namespace espy::recordings
