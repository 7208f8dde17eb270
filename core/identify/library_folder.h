// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/descriptor.h"

/// A library's files: `library`, a line of text that names the current catalogue; `surfaces-N.db`,
/// a catalogue; `slab-N.features`; and `lock`, held by a writer.
namespace espy::identify {

/// A library's folder: the given and the absolute path.
class LibraryFolder {
 public:
  /// Throws if there is no library.
  explicit LibraryFolder(std::string given);

  const std::string& given() const { return given_; }
  /// A file's path for messages, and for the system.
  std::string shown(const std::string& name) const;
  std::string path(const std::string& name) const;

  std::int64_t catalogue() const;
  /// Makes this catalogue current, durably.
  void setCatalogue(std::int64_t number) const;

  /// Names of all entries, sorted.
  std::vector<std::string> names() const;
  void sync() const;

 private:
  std::string given_;
  std::string path_;
};

inline constexpr const char* kLibraryFile = "library";
inline constexpr const char* kLockFile = "lock";
std::string catalogueName(std::int64_t number);
std::string slabName(std::int64_t number);
std::string libraryText(std::int64_t catalogue);
/// Whether this is a file name of a library, finished or not.
bool isLibraryName(const std::string& name);

/// A writer's lock on a library, released at the latest by the end of the process.
class LibraryLock {
 public:
  /// Throws, with the holder's name, if the library is locked.
  explicit LibraryLock(const LibraryFolder& folder);

 private:
  files::Descriptor file_;
};

}  // namespace espy::identify
