// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/targets.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "common/messages.h"
#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::cli {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuseTarget(const std::string& path, const std::string& fact) {
  throw Error(ErrorCode::system, path + ": " + fact);
}

void checkWritableFolder(const std::string& path, const fs::path& folder) {
  const std::string name = folder.empty() ? "." : folder.string();
  std::error_code ignored;
  if (!fs::exists(name, ignored)) refuseTarget(path, "no such folder: " + name);
  if (!fs::is_directory(name, ignored)) {
    refuseTarget(path, name == path ? "is not a folder" : name + " is not a folder");
  }
  if (::access(name.c_str(), W_OK | X_OK) != 0) {
    refuseTarget(path, "cannot write into " + name + ": " + std::strerror(errno));
  }
}

std::string endingOf(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

/// Device and inode, which identify a file under any name.
using Identity = std::pair<dev_t, ino_t>;

/// None for missing files and for character devices, which writing does not destroy, and for "-" as
/// a standard output other than a regular file. `standard` is the descriptor of "-".
std::optional<Identity> identityOf(const std::string& path, int standard) {
  struct stat status {};
  const int found = path == "-" ? ::fstat(standard, &status) : ::stat(path.c_str(), &status);
  if (found != 0 || S_ISCHR(status.st_mode)) return std::nullopt;
  if (standard == STDOUT_FILENO && path == "-" && !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

/// Canonical path of a file that need not exist.
fs::path wholeName(const std::string& path) {
  std::error_code failure;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, failure), failure);
  return failure ? fs::path(path).lexically_normal() : whole;
}

/// The flag plane needs a format that stores samples unchanged.
void checkFlagsTarget(const std::string& path) {
  if (path == "-" || isPgm(path)) return;
  throw UseError("--flags " + path +
                 ": the flag plane is written as PGM, so its name must end in .pgm");
}

}  // namespace

bool isPgm(const std::string& path) {
  return endingOf(path) == ".pgm";
}

void checkReadOnce(const std::vector<std::string>& inputs) {
  if (std::ranges::count(inputs, "-") > 1) {
    throw UseError("-: standard input can be read only once");
  }
}

void checkTargets(const std::vector<std::string>& targets, const std::vector<std::string>& inputs,
                  bool foldersWillBeMade) {
  std::map<Identity, std::string> read;
  for (const std::string& input : inputs) {
    if (const auto identity = identityOf(input, STDIN_FILENO)) read.emplace(*identity, input);
  }
  std::set<fs::path> names;
  for (const std::string& path : targets) {
    if (!names.insert(path == "-" ? fs::path(path) : wholeName(path)).second) {
      throw UseError(path + ": two outputs would be written under this name");
    }
    if (const auto identity = identityOf(path, STDOUT_FILENO)) {
      const auto same = read.find(*identity);
      if (same != read.end()) {
        const std::string& input = same->second;
        throw UseError(path + ": is " +
                       (input == path  ? "read"
                        : input == "-" ? "standard input"
                                       : "also " + input) +
                       ", and an input is never overwritten");
      }
    }
    if (path == "-") continue;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) refuseTarget(path, "is a folder");
    if (fs::exists(path, ignored) && ::access(path.c_str(), W_OK) != 0) {
      refuseTarget(path, std::string("cannot be written: ") + std::strerror(errno));
    }
    if (!foldersWillBeMade) checkWritableFolder(path, fs::path(path).parent_path());
  }
}

std::vector<std::string> pictureTargets(const std::string& output, const std::string& flags) {
  std::vector<std::string> targets;
  if (!output.empty()) {
    checkWritable(output);
    targets.push_back(output);
  }
  if (!flags.empty()) {
    checkFlagsTarget(flags);
    targets.push_back(flags);
  }
  return targets;
}

void checkScoresTarget(const std::string& path) {
  const std::string ending = endingOf(path);
  if (isPgm(path)) return;
  if (ending == ".tif" || ending == ".tiff") return checkWritable(path);  // written by a module
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
  // The nearest existing ancestor must be writable.
  fs::path around = fs::absolute(folder, ignored).lexically_normal();
  while (around.has_relative_path() && !fs::exists(around, ignored)) around = around.parent_path();
  checkWritableFolder(folder, around);
}

std::string targetInFolder(const std::string& folder, const std::string& image) {
  return (fs::path(folder) / fs::path(image).filename()).string();
}

}  // namespace espy::cli
