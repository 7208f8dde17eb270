// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "index/scene_segment.h"

/// The files of the pictures of an index.
namespace espy::index {

/// The working folder; empty if it has no name.
std::string workingFolder();
/// The path of a file whose name is relative to `base`.
std::string pathIn(const std::string& base, std::string_view name);
/// The name for users: as given while the working folder is `base`, else the path.
std::string shownName(const std::string& base, std::string_view name);

/// Size and time of a file.
struct FileFacts {
  std::uint64_t bytes = 0;
  std::int64_t changed = 0;  ///< modification time, nanoseconds since 1970

  bool operator==(const FileFacts&) const = default;
};
/// Nothing if the file cannot be looked at.
std::optional<FileFacts> factsOf(const std::string& path);
inline FileFacts factsOf(const StoredScene& scene) {
  return {scene.bytes, scene.changed};
}

}  // namespace espy::index
