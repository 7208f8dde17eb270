// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/edf.h"

#include <algorithm>
#include <cmath>

#include "files/byte_reader.h"
#include "signal/files/formats.h"
#include "signal/files/number_format.h"
#include "signal/files/text.h"

namespace espy::recordings {
namespace {

/// Indexes of the signals that are not annotations.
std::vector<std::size_t> dataSignals(const EdfHeader& header) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < header.signals.size(); ++i) {
    if (!header.signals[i].annotations) found.push_back(i);
  }
  return found;
}

std::vector<const EdfSignal*> chosenSignals(const Source& source, const EdfHeader& header,
                                            const RecordingOptions& options) {
  const std::vector<std::size_t> data = dataSignals(header);
  std::vector<std::string> names;
  names.reserve(data.size());
  for (const std::size_t i : data) names.push_back(header.signals[i].label);
  std::vector<const EdfSignal*> chosen;
  for (const std::size_t i : chosenChannels(names, options, source.name)) {
    chosen.push_back(&header.signals[data[i]]);
  }
  return chosen;
}

void checkRates(const Source& source, const EdfHeader& header,
                std::span<const EdfSignal* const> signals) {
  for (const EdfSignal* signal : signals) {
    if (signal->samples == signals[0]->samples) continue;
    const double seconds = header.recordSeconds > 0 ? header.recordSeconds : 1;
    const auto rate = [&](const EdfSignal& s) { return shown(double(s.samples) / seconds); };
    files::refuse(
        ErrorCode::badUse, source.name,
        phrase("has channels of different rates, {} of {} Hz and {} of {} Hz; select channels of "
               "one rate",
               shown(signals[0]->label), rate(*signals[0]), shown(signal->label), rate(*signal)));
  }
}

double numberOf(const Source& source, const EdfSignal& signal, const std::string& text) {
  const std::optional<double> number = numberIn(text);
  if (!number || !std::isfinite(*number)) {
    refuseFile(source,
               phrase("its channel {} has the limit '{}'", shown(signal.label), shown(text)));
  }
  return *number;
}

Samples::Layout layoutOf(const Source& source, const EdfHeader& header, const EdfSignal& signal) {
  const double low = numberOf(source, signal, signal.physicalMin);
  const double high = numberOf(source, signal, signal.physicalMax);
  const double digitalLow = numberOf(source, signal, signal.digitalMin);
  const double digitalHigh = numberOf(source, signal, signal.digitalMax);
  if (digitalLow >= digitalHigh || low == high) {
    refuseFile(source,
               phrase("its channel {} has the limits {} to {} for {} to {}", shown(signal.label),
                      shown(signal.physicalMin), shown(signal.physicalMax),
                      shown(signal.digitalMin), shown(signal.digitalMax)));
  }
  Samples::Layout layout;
  layout.type = header.bdf ? Samples::Type::int24 : Samples::Type::int16;
  layout.stride = header.sampleBytes();
  layout.block = signal.samples;
  layout.blockStride = header.recordBytes;
  layout.scale = (high - low) / (digitalHigh - digitalLow);
  layout.offset = low - digitalLow * layout.scale;
  return layout;
}

/// Where each record's samples begin, with gaps between records counted.
struct Places {
  std::vector<std::int64_t> first;
  std::int64_t samples = 0;
  std::int64_t gaps = 0;
  std::int64_t missing = 0;  ///< samples in gaps
};

[[noreturn]] void refuseGaps(const Source& source, const std::string& missing, std::int64_t most) {
  files::refuse(ErrorCode::tooLarge, source.name,
                phrase("has gaps of {} samples between its records, more than the {} that can be "
                       "filled; split it at its gaps",
                       missing, most));
}

/// At most `most` samples may be missing.
Places placesOf(const Source& source, const EdfHeader& header, const EdfMarks& marks,
                std::int64_t samples, std::int64_t most) {
  const double rate = static_cast<double>(samples) / header.recordSeconds;
  Places places;
  for (const double onset : marks.onsets) {
    const double exact = onset * rate;
    // Records of careless writers begin between samples; half a sample is ignored.
    const double behind = exact - static_cast<double>(places.samples);
    if (!(behind >= -0.5)) {
      refuseFile(source,
                 phrase("its record {} begins before the one before it ends", places.first.size()));
    }
    const double missing = static_cast<double>(places.missing) + behind;
    if (missing > 1e15) refuseGaps(source, shown(missing), most);
    const std::int64_t gap = behind > 0.5 ? std::llround(behind) : 0;
    places.gaps += gap > 0 ? 1 : 0;
    places.missing += gap;
    places.first.push_back(places.samples + gap);
    places.samples += gap + samples;
  }
  if (places.missing > most) refuseGaps(source, std::to_string(places.missing), most);
  return places;
}

Samples spread(const Samples& records, const Places& places, std::int64_t samples,
               const std::string& name, MemoryOwners& owners) {
  const auto numbers = numbersFor<double>(places.samples, name);
  std::fill(numbers->begin(), numbers->end(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t record = 0; record < places.first.size(); ++record) {
    records.read(static_cast<std::int64_t>(record) * samples,
                 std::span(*numbers).subspan(static_cast<std::size_t>(places.first[record]),
                                             static_cast<std::size_t>(samples)));
  }
  owners.keep(numbers);
  return std::span<const double>(*numbers);
}

Message noteOf(const EdfHeader& header, const Places& places) {
  Message note;
  if (places.gaps == 1) {
    note = phrase("a pause of {} samples between its records is read as a gap", places.missing);
  } else if (places.gaps > 1) {
    note = phrase("{} pauses between its records, {} samples in all, are read as gaps", places.gaps,
                  places.missing);
  }
  if (header.unread == 1) {
    alsoSay(note, phrase("1 byte after the records announced in its header was not read"));
  } else if (header.unread > 1) {
    alsoSay(note, phrase("{} bytes after the records announced in its header were not read",
                         header.unread));
  }
  return note;
}

Channel channelOf(const EdfHeader& header, const EdfSignal& signal, double rate, Samples samples) {
  const double seconds = header.recordSeconds;
  const double own = seconds > 0 ? static_cast<double>(signal.samples) / seconds : rate;
  return {signal.label, signal.unit, own, samples};
}

}  // namespace

ReadRecording readEdf(const Source& source, const RecordingOptions& options) {
  const EdfHeader header = readEdfHeader(source);
  const std::vector<const EdfSignal*> signals = chosenSignals(source, header, options);
  checkRates(source, header, signals);
  EdfMarks marks = readEdfMarks(source, header);
  ReadRecording result;
  result.marks = std::move(marks.marks);
  MemoryOwners owners;
  owners.keep(source.owner);
  result.memory = owners.memory();
  Places places;
  result.note = noteOf(header, places);
  if (signals.empty()) return result;
  const std::int64_t samples = signals[0]->samples;
  if (header.records == 0) refuseFile(source, phrase("has no records"));
  checkSamples(std::ssize(signals), samples * header.records, options, source.name);
  if (header.discontinuous && header.recordSeconds > 0) {
    places = placesOf(source, header, marks, samples,
                      mostGaps(std::ssize(source.bytes), std::ssize(signals)));
    checkSamples(std::ssize(signals), places.samples, options, source.name);
    result.note = noteOf(header, places);
  }
  for (const EdfSignal* signal : signals) {
    Samples found(source.bytes.data() + header.data + signal->at, samples * header.records,
                  layoutOf(source, header, *signal));
    if (places.gaps > 0) found = spread(found, places, samples, source.name, owners);
    result.channels.push_back(channelOf(header, *signal, options.rate, found));
  }
  return result;
}

namespace {

constexpr std::size_t kFixed = 256;   ///< bytes of the fixed part
constexpr std::size_t kSignal = 256;  ///< bytes per signal
constexpr std::int64_t kMostSignals = 9999;

class Fields {
 public:
  Fields(const Source& source, std::size_t signals) : source_(source), signals_(signals) {}

  std::string_view fixed(std::size_t at, std::size_t size) const { return field(at, size); }
  /// Field of signal `index`; `before` characters per signal precede it.
  std::string_view of(std::size_t index, std::size_t before, std::size_t size) const {
    return field(kFixed + before * signals_ + index * size, size);
  }

  std::int64_t whole(std::string_view text, const Message& what) const {
    const std::optional<std::int64_t> number = wholeIn(text);
    if (!number) refuseField(text, what);
    return *number;
  }
  [[noreturn]] void refuseField(std::string_view text, const Message& what) const {
    refuseFile(source_, phrase("its header has '{}' instead of {}", shown(text), what));
  }

 private:
  std::string_view field(std::size_t at, std::size_t size) const {
    const std::string_view text = source_.text();
    if (at + size > text.size()) throw files::Truncated{};
    std::string_view found = text.substr(at, size);
    // Some writers pad with zero bytes.
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

/// A truncated recording keeps its complete records.
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

/// The header's length as the header states it, if it does.
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
  // Either test is enough: a defect in the other is reported. Text may begin like this, too.
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
    refuseFile(source, phrase("is {} whose header has '{}' instead of its length, {} bytes",
                              header.bdf ? "BDF" : "EDF", shown(length), header.data));
  }
  if (static_cast<std::int64_t>(source.bytes.size()) < header.data) throw files::Truncated{};
  header.signals.resize(static_cast<std::size_t>(signals));
  readSignals(source, header);
  checkLength(source, header);
  return header;
}

}  // namespace espy::recordings
