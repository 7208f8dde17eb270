// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/error.h"
#include "espy/recordings.h"
#include "files/byte_reader.h"
#include "signal/files/formats.h"

namespace {

/// libsndfile has its own fuzzers; here its plug-in cannot be loaded.
const bool kWithoutModule = ::setenv("ESPY_MODULE_DIR", "/nonexistent", 1) == 0;

constexpr std::int64_t kMostSamples = 1 << 16;

/// Keeps the compiler from removing the reads.
volatile double sink;

void readAllSamples(const espy::Recording& recording) {
  std::vector<double> samples;
  std::int64_t all = 0;
  for (const espy::Channel& channel : recording.channels) {
    all += channel.samples.size();
    if (channel.samples.size() < 1 ||
        channel.samples.size() != recording.channels[0].samples.size())
      std::abort();
    samples.resize(static_cast<std::size_t>(channel.samples.size()));
    channel.samples.read(0, samples);
    for (const double sample : samples) sink = sample;
  }
  if (all > kMostSamples) std::abort();
}

using Bytes = std::span<const std::uint8_t>;

espy::recordings::Source copyOf(Bytes bytes) {
  // A copy of exact size, so that a read behind its end is detected.
  const auto kept = std::make_shared<std::vector<std::uint8_t>>(bytes.begin(), bytes.end());
  kept->shrink_to_fit();
  return {"input", *kept, kept};
}

/// Splits off the text before the first zero byte.
Bytes textOf(Bytes& bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), std::uint8_t{0});
  const Bytes text = bytes.first(static_cast<std::size_t>(end - bytes.begin()));
  bytes = bytes.subspan(std::min(bytes.size(), text.size() + 1));
  return text;
}

/// The input is a header, a zero byte, and the content of every file that it names; with
/// `segments`, the header of all segments and a zero byte come second.
void readRecord(Bytes bytes, bool segments, const espy::RecordingOptions& options) {
  const Bytes header = textOf(bytes);
  const Bytes segment = segments ? textOf(bytes) : bytes;
  if (header.empty()) return;
  const auto open = [&](const std::string& name) {
    return std::optional(copyOf(name.ends_with(".hea") ? segment : bytes));
  };
  readAllSamples(espy::recordings::readWfdb(copyOf(header), "input", open, options));
}

void read(char kind, Bytes bytes) {
  espy::RecordingOptions options;
  options.maxSamples = kMostSamples;
  switch (kind) {
    case 'w':
    case 's':
      return readRecord(bytes, kind == 's', options);
    case 'r':
      options.raw = espy::RawFormat{espy::Samples::Type::int24, 2, true, 3};
      break;
    case 'u':
      options.ucr = true;
      break;
    case 'a':
      options.samplesAlong = espy::RecordingOptions::Side::columns;
      break;
    case 'c':
      options.channels = {"0"};
      break;
    default:
      break;
  }
  readAllSamples(espy::readRecording(bytes, "input.csv", options));
}

}  // namespace

/// The first byte selects the format. The others are refused with an `Error`, or give a recording
/// whose samples can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!kWithoutModule) std::abort();
  if (size == 0) return 0;
  try {
    read(static_cast<char>(data[0]), {data + 1, size - 1});
  } catch (const espy::Error&) {
  } catch (const espy::files::Truncated&) {
    if (data[0] != 'w' && data[0] != 's') std::abort();  // not caught by the readers
  }
  return 0;
}
