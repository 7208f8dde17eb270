// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "espy/error.h"

namespace espy::files {

/// The contents of a file, mapped or read, and their owner.
struct FileBytes {
  std::span<const std::uint8_t> bytes;
  std::shared_ptr<const void> owner;
  /// Bytes of a stream after `bytes`, counted and dropped.
  std::uint64_t dropped = 0;
  /// Counting stopped before the end of the stream: `dropped` is a lower bound.
  bool droppedMore = false;
};

/// How many bytes of a stream to read.
struct ReadSize {
  std::uint64_t bytes = 0;
  /// True: the content ends after `bytes`, the rest is dropped. False: no valid file is longer, and
  /// a longer stream is refused.
  bool exact = false;
  /// Not known yet: call again once `bytes` bytes, or the whole stream, have been read.
  bool needsMore = false;
};

/// Returns how much to read, given a prefix of the stream: at first `kPrefixBytes`, fewer only if
/// the stream ends. Throws if the stream cannot be decoded.
using ReadSizeCallback = std::function<ReadSize(std::span<const std::uint8_t> prefix)>;

inline constexpr std::size_t kPrefixBytes = std::size_t{1} << 20;

/// Returns the contents of the file at `path`; "-" is standard input, from its current offset.
/// Regular files are mapped, small ones read. Pipes and devices are read into memory that grows
/// with the data, up to the limit from `ask`; `stop` ends the wait for more. Throws `system` or
/// `cancelled`, for a directory with the message `isFolder`.
FileBytes readFileBytes(const std::string& path, const ReadSizeCallback& ask,
                        const Message& isFolder, const std::stop_token& stop = {});

}  // namespace espy::files
