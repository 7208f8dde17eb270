// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "targets.h"

#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>

#include "espy/error.h"
#include "messages.h"

namespace espy::cli {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& fact) {
  throw Error(ErrorCode::system, path + ": " + fact);
}

void checkWritableFolder(const std::string& path, const fs::path& folder) {
  const std::string name = folder.empty() ? "." : folder.string();
  std::error_code ignored;
  if (!fs::exists(name, ignored)) refuse(path, "there is no folder " + name);
  if (!fs::is_directory(name, ignored)) refuse(path, name + " is not a folder");
  if (::access(name.c_str(), W_OK | X_OK) != 0) {
    refuse(path, "cannot write into " + name + ": " + std::strerror(errno));
  }
}

std::string endingOf(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

}  // namespace

void checkTargets(const std::vector<std::string>& targets, bool foldersWillBeMade) {
  std::set<fs::path> names;
  for (const std::string& path : targets) {
    if (!names.insert(fs::path(path).lexically_normal()).second) {
      throw UseError(path + ": two pictures would be written under this name");
    }
    if (path == "-") continue;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) refuse(path, "is a folder");
    if (fs::exists(path, ignored) && ::access(path.c_str(), W_OK) != 0) {
      refuse(path, std::string("cannot be written: ") + std::strerror(errno));
    }
    if (!foldersWillBeMade) checkWritableFolder(path, fs::path(path).parent_path());
  }
}

bool isPgm(const std::string& path) {
  return endingOf(path) == ".pgm";
}

void checkFlagsTarget(const std::string& path) {
  if (path == "-" || isPgm(path)) return;
  throw UseError("--flags " + path +
                 ": the flag plane is written as PGM, so its name must end in .pgm");
}

void checkScoresTarget(const std::string& path) {
  const std::string ending = endingOf(path);
  if (isPgm(path) || ending == ".tif" || ending == ".tiff") return;
  throw UseError("--scores " + path +
                 ": scores are written as PGM or TIFF, so its name must end in .pgm, .tif or "
                 ".tiff");
}

void checkFolder(const std::string& folder) {
  std::error_code ignored;
  if (fs::exists(folder, ignored)) {
    checkWritableFolder(folder, folder);
    return;
  }
  // The nearest folder that exists is where the first missing one would be made.
  fs::path around = fs::absolute(folder, ignored).lexically_normal();
  while (around.has_relative_path() && !fs::exists(around, ignored)) around = around.parent_path();
  checkWritableFolder(folder, around);
}

std::string targetInFolder(const std::string& folder, const std::string& image) {
  return (fs::path(folder) / fs::path(image).filename()).string();
}

}  // namespace espy::cli
