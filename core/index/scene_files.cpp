// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_files.h"

#include <filesystem>

namespace espy::index {

std::string workingFolder() {
  std::error_code failure;
  return std::filesystem::current_path(failure).string();
}

std::string pathIn(const std::string& base, std::string_view name) {
  if (name.starts_with('/')) return std::string(name);
  std::string path = base;
  if (!path.ends_with('/')) path += '/';
  return path += name;
}

std::string shownName(const std::string& base, std::string_view name) {
  return base == workingFolder() ? std::string(name) : pathIn(base, name);
}

}  // namespace espy::index
