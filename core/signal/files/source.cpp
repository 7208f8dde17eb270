// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "files/file_bytes.h"
#include "signal/files/stream_limit.h"

namespace espy::recordings {
namespace {

std::optional<std::size_t> indexOf(std::string_view text) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return index;
}

}  // namespace

void refuseFile(const Source& source, const Message& fact) {
  files::refuse(ErrorCode::badPicture, source.name, fact);
}

Source openSource(const std::string& path, const RecordingOptions& options) {
  const std::string name = files::shownInput(path);
  files::FileBytes file =
      files::readFileBytes(path, streamLimit(name, files::endingOf(path), options),
                           phrase("is a folder, not a recording"), options.stop);
  Source source{name, file.bytes, file.owner};
  if (source.bytes.empty()) refuseFile(source, phrase("is empty"));
  return source;
}

void checkSamples(std::int64_t channels, std::int64_t samples, const RecordingOptions& options,
                  const std::string& name) {
  if (channels == 1 && samples > options.maxSamples) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("has {} samples, more than the {} allowed", samples, options.maxSamples));
  }
  if (channels > 0 && samples > options.maxSamples / channels) {
    files::refuse(ErrorCode::tooLarge, name,
                  phrase("has {} channels of {} samples, more than the {} allowed", channels,
                         samples, options.maxSamples));
  }
}

std::int64_t mostGaps(std::int64_t present, std::int64_t channels) {
  constexpr std::int64_t kMostTimes = 64;
  constexpr std::int64_t kAlways = std::int64_t{1} << 22;
  return kMostTimes * (present + kAlways / std::max<std::int64_t>(1, channels));
}

void checkStop(const RecordingOptions& options) {
  if (options.stop.stop_requested()) throw Error(ErrorCode::cancelled, phrase("cancelled"));
}

std::string listOf(std::span<const std::string> names) {
  constexpr std::size_t kMost = 12;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
    list += (i > 0 ? ", " : "") + (names[i].empty() ? std::to_string(i) : shown(names[i]));
  }
  return names.size() > kMost ? list + ", ..." : list;
}

std::vector<std::size_t> chosenChannels(std::span<const std::string> names,
                                        const RecordingOptions& options, const std::string& name) {
  std::vector<std::size_t> chosen;
  if (options.channels.empty()) {
    for (std::size_t i = 0; i < names.size(); ++i) chosen.push_back(i);
    return chosen;
  }
  if (names.empty()) {
    files::refuse(
        ErrorCode::badUse, name,
        phrase("has no channel {}; it has no channels at all", shown(options.channels.front())));
  }
  for (const std::string& wanted : options.channels) {
    const auto named = std::find(names.begin(), names.end(), wanted);
    if (named != names.end() && std::find(named + 1, names.end(), wanted) != names.end()) {
      files::refuse(ErrorCode::badUse, name,
                    phrase("has several channels named {}; select one by number, counted from 0",
                           shown(wanted)));
    }
    const std::optional<std::size_t> index =
        named != names.end() ? static_cast<std::size_t>(named - names.begin()) : indexOf(wanted);
    if (!index || *index >= names.size()) {
      files::refuse(ErrorCode::badUse, name,
                    phrase("has no channel {}; its channels are {}", shown(wanted), listOf(names)));
    }
    if (std::find(chosen.begin(), chosen.end(), *index) != chosen.end()) {
      files::refuse(ErrorCode::badUse, name,
                    phrase("its channel {} is selected twice", shown(wanted)));
    }
    chosen.push_back(*index);
  }
  return chosen;
}

std::int64_t bytesOf(Samples::Type type) {
  switch (type) {
    case Samples::Type::int8:
    case Samples::Type::uint8:
      return 1;
    case Samples::Type::int16:
      return 2;
    case Samples::Type::int24:
      return 3;
    case Samples::Type::int32:
    case Samples::Type::float32:
      return 4;
    case Samples::Type::float64:
      return 8;
  }
  return 8;
}

std::optional<RawFormat> rawOf(const std::string& ending) {
  constexpr std::pair<const char*, Samples::Type> kEndings[] = {
      {".i8", Samples::Type::int8},     {".u8", Samples::Type::uint8},
      {".i16", Samples::Type::int16},   {".i24", Samples::Type::int24},
      {".i32", Samples::Type::int32},   {".f32", Samples::Type::float32},
      {".f64", Samples::Type::float64},
  };
  for (const auto& [known, type] : kEndings) {
    if (ending == known) return RawFormat{type};
  }
  return {};
}

bool looksLikeText(const Source& source) {
  constexpr std::size_t kLook = 4096;
  const std::string_view start = source.text().substr(0, kLook);
  return start.find('\0') == std::string_view::npos || start.starts_with("\xff\xfe") ||
         start.starts_with("\xfe\xff");
}

std::string shown(double number) {
  return fmt::format("{:.6g}", number);
}

}  // namespace espy::recordings
