// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "signal/files/text.h"
#include "signal/files/wfdb_marks.h"
#include "signal/files/writers.h"

namespace espy::recordings {
namespace {

constexpr std::int64_t kGap = -32768;
constexpr double kTopStep = 32767;

/// Conversion of a channel's samples to integers, as written in the header.
struct Steps {
  double gain = 1;
  double baseline = 0;
  std::int64_t first = 0;
  std::int64_t sum = 0;

  std::int64_t of(double sample) const {
    if (!std::isfinite(sample)) return kGap;
    return std::llround(std::clamp(sample * gain + baseline, -kTopStep, kTopStep));
  }
};

/// Integers that fit are kept; other ranges are spread over all steps.
Steps stepsOf(const Range& range) {
  if (range.whole && range.low >= -kTopStep && range.high <= kTopStep) return {};
  const double middle = range.low / 2 + range.high / 2;
  const double half = std::max(range.high / 2 - range.low / 2, std::abs(middle) * 1e-9);
  Steps steps;
  // One step less on each side, since the baseline is rounded. Ten digits are read back exactly.
  steps.gain = half > 0 ? (kTopStep - 1) / half : 1;
  steps.gain = *numberIn(fmt::format("{:.9e}", steps.gain * (1 - 1e-9)));
  steps.baseline = std::rint(-middle * steps.gain);
  return steps;
}

void checkName(const Written& written, const std::string& record) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  if (record.empty() || !std::all_of(record.begin(), record.end(), fits)) {
    refuseWriting(written.path, phrase("a WFDB record's name has letters, digits, - and _ only"));
  }
}

std::string signalLine(const std::string& file, const Channel& channel, const Steps& steps) {
  std::string unit = channel.unit.empty() ? "NU" : channel.unit;
  std::string name = channel.name;
  // Spaces separate words and line breaks end a signal.
  std::replace_if(
      unit.begin(), unit.end(), [](unsigned char c) { return c <= ' '; }, '_');
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return fmt::format("{} 16 {}({})/{} 16 0 {} {} 0 {}\n", file, steps.gain,
                     static_cast<std::int64_t>(steps.baseline), unit, steps.first,
                     static_cast<std::int16_t>(steps.sum), name);
}

}  // namespace

void writeWfdb(const Written& written) {
  namespace fs = std::filesystem;
  constexpr double kMostBaseline = 2147483647.0;
  const std::vector<Channel>& channels = written.recording.channels;
  const fs::path base = fs::path(written.path).replace_extension();
  const std::string record = base.filename().string();
  checkName(written, record);
  std::vector<Steps> steps;
  for (const Channel& channel : channels) {
    steps.push_back(stepsOf(rangeOf(channel.samples)));
    if (!(std::abs(steps.back().baseline) <= kMostBaseline) || !(steps.back().gain > 0)) {
      refuseWriting(written.path, phrase("the channel {} has a range that WFDB cannot hold in 16 "
                                         "bits: its changes are too small compared with its values",
                                         channel.name));
    }
  }
  std::int64_t done = 0;
  const auto samples = [&](const std::function<void(std::string_view)>& write) {
    std::string bytes;
    forBlocks(written.recording, [&](std::span<const double> block, std::int64_t count) {
      bytes.clear();
      for (std::int64_t row = 0; row < count; ++row, ++done) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
          const std::int64_t step = steps[i].of(
              block[i * static_cast<std::size_t>(count) + static_cast<std::size_t>(row)]);
          if (done == 0) steps[i].first = step;
          steps[i].sum += step;
          putLittle(bytes, static_cast<std::uint64_t>(step), 2);
        }
      }
      write(bytes);
    });
  };
  // The header is written last: with it the record exists.
  const Existing existing = written.existing;
  writeFileInParts(base.string() + ".dat", samples, {}, existing);
  if (!written.recording.marks.empty()) {
    const std::string path = base.string() + ".atr";
    writeFile(path, wfdbMarks(written.recording.marks, written.rate(), path), {}, existing);
  }
  std::string header = fmt::format("{} {} {} {}\n", record, channels.size(),
                                   written.rate() > 0 ? written.rate() : 1.0, written.samples());
  for (std::size_t i = 0; i < channels.size(); ++i) {
    header += signalLine(record + ".dat", channels[i], steps[i]);
  }
  writeFile(base.string() + ".hea", header, {}, existing);
}

}  // namespace espy::recordings
