// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/raw_format.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <vector>

#include "common/messages.h"
#include "common/values.h"

namespace espy::cli {
namespace {

/// In the order of Samples::Type.
constexpr std::string_view kSampleTypes[] = {"int8",  "uint8",   "int16",  "int24",
                                             "int32", "float32", "float64"};
constexpr std::int64_t kMostChannels = 1 << 20;

}  // namespace

RawFormat rawFormat(const std::string& option, const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  RawFormat format;
  std::string type = parts.front();
  format.bigEndian = type.ends_with("be");
  if (format.bigEndian) type.resize(type.size() - 2);
  const auto* const known = std::find(std::begin(kSampleTypes), std::end(kSampleTypes), type);
  if (known == std::end(kSampleTypes) || parts.size() > 3) {
    throw UseError(option + " " + text +
                   ": must be TYPE[:CHANNELS[:SKIP]] with int8, uint8, int16, int24, int32, "
                   "float32 or float64, or one of these followed by be");
  }
  format.type = static_cast<Samples::Type>(known - std::begin(kSampleTypes));
  const auto part = [&](std::size_t i, const char* what, std::int64_t least, std::int64_t most) {
    return parseInteger(option + " " + text + ": " + what, parts[i], least, most);
  };
  if (parts.size() > 1) format.channels = part(1, "channels", 1, kMostChannels);
  if (parts.size() > 2) {
    format.skip = static_cast<std::uint64_t>(
        part(2, "bytes to skip", 0, std::numeric_limits<std::int64_t>::max()));
  }
  return format;
}

}  // namespace espy::cli
