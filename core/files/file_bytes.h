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

/// The bytes of a file, mapped or read, and what owns them.
struct FileBytes {
  std::span<const std::uint8_t> bytes;
  std::shared_ptr<const void> owner;
  /// Bytes of a stream behind `bytes`, which were counted and dropped.
  std::uint64_t dropped = 0;
  /// The stream was left before its end: `dropped` is a lower bound.
  bool droppedMore = false;
};

/// How much of a stream to read.
struct Wanted {
  std::uint64_t bytes = 0;
  /// True: the content ends there and the rest is dropped. False: no such file is longer, and a
  /// stream that goes on is refused.
  bool exact = false;
  /// Not known yet: call again with `bytes` bytes, or with all that the stream has.
  bool criteriaChanged = false;
};

/// Returns how much to read, by a stream's first bytes: `kPrefixBytes` at the first call, fewer
/// only where the stream ends. Throws where the stream cannot be read.
using AskWanted = std::function<Wanted(std::span<const std::uint8_t> prefix)>;

inline constexpr std::size_t kPrefixBytes = std::size_t{1} << 20;

/// The bytes of the file at `path`; "-" is standard input, from where it stands. Regular files are
/// mapped, which costs the same for every size, but for small ones, which are read. Pipes and
/// devices are read: memory grows with what arrives and never beyond what `ask` wants, and waiting
/// for more ends when `stop` is requested. Throws `system` or `cancelled`; of a folder it says
/// `isFolder`.
FileBytes readFileBytes(const std::string& path, const AskWanted& ask, const Message& isFolder,
                        const std::stop_token& stop = {});

}  // namespace espy::files
