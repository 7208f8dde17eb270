// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/descriptor.h"

/// The files of a library: `library`, a line of text that says which catalogue counts;
/// `surfaces-N.db`, that catalogue; `slab-N.features`; and `lock`, which a writer holds.
namespace espy::identify {

/// A library's folder, by the name that it was given and by its own.
class LibraryFolder {
 public:
  /// Throws where there is no library.
  explicit LibraryFolder(std::string given);

  const std::string& given() const { return given_; }
  /// A file's name for people, and for the system.
  std::string shown(const std::string& name) const;
  std::string path(const std::string& name) const;

  /// The number of the catalogue that counts now.
  std::int64_t catalogue() const;
  /// From now on this one counts. When it returns, that is on disk.
  void setCatalogue(std::int64_t number) const;

  /// The names of all that lies in the folder, in order.
  std::vector<std::string> names() const;
  /// Puts on disk which files there are.
  void sync() const;

 private:
  std::string given_;
  std::string path_;
};

inline constexpr const char* kLibraryFile = "library";
inline constexpr const char* kLockFile = "lock";
std::string catalogueName(std::int64_t number);
std::string slabName(std::int64_t number);
/// What `library` says.
std::string libraryText(std::int64_t catalogue);
/// Is this a name that we give to a file of a library, or to one that is going to be one?
bool isLibraryName(const std::string& name);

/// Holds a library for one writer, until the process ends at the latest.
class LibraryLock {
 public:
  /// Throws where somebody else has it, and says who.
  explicit LibraryLock(const LibraryFolder& folder);

 private:
  files::Descriptor file_;
};

}  // namespace espy::identify
