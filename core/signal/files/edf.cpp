// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "signal/files/edf_marks.h"
#include "signal/files/formats.h"
#include "signal/files/stored.h"
#include "signal/files/text.h"

namespace espy::recordings {
namespace {

/// Signals that are not annotations, by their place in the header.
std::vector<std::size_t> dataSignals(const EdfHeader& header) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < header.signals.size(); ++i) {
    if (!header.signals[i].annotations) found.push_back(i);
  }
  return found;
}

/// What is meant of them.
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
        phrase("has channels of different rates, {} of {} Hz and {} of {} Hz; say which of "
               "them are meant",
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

/// Where each record's samples would begin if those of one rate lay beside each other.
struct Places {
  std::vector<std::int64_t> first;
  std::int64_t samples = 0;
  std::int64_t gaps = 0;
  std::int64_t missing = 0;  ///< samples in gaps
};

[[noreturn]] void refuseGaps(const Source& source, const std::string& missing, std::int64_t most) {
  files::refuse(
      ErrorCode::tooLarge, source.name,
      phrase("has gaps of {} samples between its records, more than the {} that are filled; "
             "split it where it pauses",
             missing, most));
}

/// `most` samples may be missing.
Places placesOf(const Source& source, const EdfHeader& header, const EdfMarks& marks,
                std::int64_t samples, std::int64_t most) {
  const double rate = static_cast<double>(samples) / header.recordSeconds;
  Places places;
  for (const double onset : marks.onsets) {
    const double exact = onset * rate;
    // Records begin between samples where nobody took care; half a one is not seen.
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
               const std::string& name, Kept& kept) {
  const auto numbers = numbersFor<double>(places.samples, name);
  std::fill(numbers->begin(), numbers->end(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t record = 0; record < places.first.size(); ++record) {
    records.read(static_cast<std::int64_t>(record) * samples,
                 std::span(*numbers).subspan(static_cast<std::size_t>(places.first[record]),
                                             static_cast<std::size_t>(samples)));
  }
  kept.keep(numbers);
  return std::span<const double>(*numbers);
}

Message noteOf(const EdfHeader& header, const Places& places) {
  Message note;
  if (places.gaps == 1) {
    note = phrase("a gap between its records, of {} samples, is read as one", places.missing);
  } else if (places.gaps > 1) {
    note = phrase("{} gaps between its records, of {} samples, are read as gaps", places.gaps,
                  places.missing);
  }
  if (header.unread == 1) {
    alsoSay(note, phrase("1 byte behind the records that its header promises was not read"));
  } else if (header.unread > 1) {
    alsoSay(note, phrase("{} bytes behind the records that its header promises were not read",
                         header.unread));
  }
  return note;
}

/// "EEG Fpz-Cz" as "EEG Fpz-Cz", and what its file calls "uV" so, too.
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
  Kept kept;
  kept.keep(source.owner);
  result.memory = kept.memory();
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
    if (places.gaps > 0) found = spread(found, places, samples, source.name, kept);
    result.channels.push_back(channelOf(header, *signal, options.rate, found));
  }
  return result;
}

}  // namespace espy::recordings
