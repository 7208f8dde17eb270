// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/recordings.h"
#include "files/message.h"
#include "signal/files/text.h"

namespace espy::recordings {

/// Upper limit of channels; a header that states more is not what it seems.
inline constexpr std::int64_t kMostChannelsRead = 1 << 20;

struct Source {
  std::string name;  ///< for messages
  std::span<const std::uint8_t> bytes;
  std::shared_ptr<const void> owner;

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

/// Throws "NAME: FACT".
[[noreturn]] void refuseFile(const Source& source, const Message& fact);

/// Opens a file of any length; "-" is standard input.
Source openSource(const std::string& path, const RecordingOptions& options);

/// Throws `tooLarge` if there are more samples than allowed or than can be counted.
void checkSamples(std::int64_t channels, std::int64_t samples, const RecordingOptions& options,
                  const std::string& name);

/// The number of gap samples that a file with `present` numbers may add, so that memory stays in
/// proportion to the file.
std::int64_t mostGaps(std::int64_t present, std::int64_t channels);

/// Throws `cancelled` if a stop is requested.
void checkStop(const RecordingOptions& options);

/// Indexes of the chosen channels, in the order of the options.
std::vector<std::size_t> chosenChannels(std::span<const std::string> names,
                                        const RecordingOptions& options, const std::string& name);

/// "a, b, c": some names, or their numbers, for messages.
std::string listOf(std::span<const std::string> names);

std::int64_t bytesOf(Samples::Type type);

/// Zeroed memory for `count` numbers; throws `tooLarge` if there is none.
template <class Number>
std::shared_ptr<std::vector<Number>> numbersFor(std::int64_t count, const std::string& name) {
  try {
    return std::make_shared<std::vector<Number>>(static_cast<std::size_t>(count));
  } catch (const std::exception&) {
    files::refuse(ErrorCode::tooLarge, name, phrase("no memory for {} samples", count));
  }
}

/// The raw format that a file extension states.
std::optional<RawFormat> rawOf(const std::string& ending);

/// True if the content is no known binary format.
bool looksLikeText(const Source& source);

/// A number formatted for messages.
std::string shown(double number);

}  // namespace espy::recordings
