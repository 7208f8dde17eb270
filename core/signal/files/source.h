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

/// No more can be read, whatever the memory: what says that it has more means something else.
inline constexpr std::int64_t kMostChannelsRead = 1 << 20;

/// A file's bytes, as a reader gets them.
struct Source {
  std::string name;  ///< for sentences
  std::span<const std::uint8_t> bytes;
  std::shared_ptr<const void> owner;

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

/// Throws the sentence "NAME: FACT" about a file that is not what it claims to be.
[[noreturn]] void refuseFile(const Source& source, const Message& fact);

/// Opens a file of any length; "-" is standard input.
Source openSource(const std::string& path, const RecordingOptions& options);

/// Throws `tooLarge` where there are more samples than the caller allows, or than can be counted.
void checkSamples(std::int64_t channels, std::int64_t samples, const RecordingOptions& options,
                  const std::string& name);

/// So many samples may be gaps in a file with `present` of the numbers that it is counted in:
/// they must not take much more memory than the file.
std::int64_t mostGaps(std::int64_t present, std::int64_t channels);

/// Throws `cancelled` if somebody wants to stop.
void checkStop(const RecordingOptions& options);

/// Which of so many channels are meant, in the order of the options.
std::vector<std::size_t> chosenChannels(std::span<const std::string> names,
                                        const RecordingOptions& options, const std::string& name);

/// "a, b, c": some of the names, or their numbers, for sentences.
std::string listOf(std::span<const std::string> names);

/// Bytes of a sample of this type.
std::int64_t bytesOf(Samples::Type type);

/// Memory for so many numbers, zero at first; throws `tooLarge` where there is none.
template <class Number>
std::shared_ptr<std::vector<Number>> numbersFor(std::int64_t count, const std::string& name) {
  try {
    return std::make_shared<std::vector<Number>>(static_cast<std::size_t>(count));
  } catch (const std::exception&) {
    files::refuse(ErrorCode::tooLarge, name, phrase("no memory for {} samples", count));
  }
}

/// What an ending says of samples without a header.
std::optional<RawFormat> rawOf(const std::string& ending);

/// No format of numbers, if it is none that is known by its content.
bool looksLikeText(const Source& source);

/// A number as people write it, for sentences.
std::string shown(double number);

}  // namespace espy::recordings
