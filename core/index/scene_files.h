// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "files/file_facts.h"
#include "index/scene_segment.h"

/// The files of the pictures of an index.
namespace espy::index {

/// The working folder; empty if it has no name.
std::string workingFolder();
/// The path of a file whose name is relative to `base`.
std::string pathIn(const std::string& base, std::string_view name);
/// The name for users: as given while the working folder is `base`, else the path.
std::string shownName(const std::string& base, std::string_view name);

using files::factsOf;
using files::FileFacts;
inline FileFacts factsOf(const StoredScene& scene) {
  return {scene.bytes, scene.changed};
}

}  // namespace espy::index
