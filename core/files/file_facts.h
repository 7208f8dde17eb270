// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "files/descriptor.h"

namespace espy::files {

/// Size and time of a file; others after it has changed.
struct FileFacts {
  std::uint64_t bytes = 0;
  std::int64_t changed = 0;  ///< modification time, nanoseconds since 1970

  bool operator==(const FileFacts&) const = default;
};

/// Nothing if the file cannot be looked at.
std::optional<FileFacts> factsOf(const std::string& path);
/// Those of an open file, whatever has its name now.
std::optional<FileFacts> factsOf(const Descriptor& file);

}  // namespace espy::files
