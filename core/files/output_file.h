// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espy/files.h"
#include "files/descriptor.h"

namespace espy::files {

/// Where an output goes: a name in a folder that is held open, so that no other one
/// can take its place.
struct OutputPlace {
  Descriptor folder;  ///< O_PATH
  std::string name;   ///< of the file in it, without a slash
  /// What is there now, if anything.
  std::optional<struct stat> there;
  /// The name is a link of /proc to what has no name, such as a pipe.
  bool nameless = false;
};

/// Where a file of this path is to be created: behind its symbolic links if `follow`. In folders
/// that everybody may write to and only the owner of a file may remove it from, such as /tmp, links
/// are followed and files and pipes taken only where they belong to us or to the folder's owner:
/// what the kernel asks of open(O_CREAT) where fs.protected_symlinks and protected_regular are set,
/// and what it cannot ask of a rename. Throws `system`, beginning with `shown`.
OutputPlace outputPlace(const std::string& path, bool follow, const std::string& shown);

/// The rule of outputPlace: true if a process of `user` may follow or replace such an entry.
bool mayTake(const struct stat& entry, const struct stat& folder, uid_t user);

/// A file that appears whole or not at all. What is written goes to a file without a name in the
/// same folder, which vanishes with the process whatever ends it; `commit` flushes it to disk and
/// gives it its name. File systems that know no such files get a hidden temporary one. A symbolic
/// link stays, and what it points to is replaced (`outputPlace` says which are followed). What is
/// no regular file (a pipe, /dev/null, "-" for standard output) is written to directly. All throw
/// `system`.
class OutputFile {
 public:
  /// How the file exists before `commit`; for tests.
  enum class Until {
    nameless,
    linkFails,  ///< nameless, in a file system that gives no names afterwards
    named,
  };

  explicit OutputFile(const std::string& path, Existing existing = Existing::replaced,
                      Until until = Until::nameless);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::uint8_t> bytes);
  /// `beforeItAppears` is called when everything is on disk; when it throws, the file does not
  /// appear. It may be empty, and is not asked of what is written to directly.
  void commit(const std::function<void()>& beforeItAppears = {});

 private:
  void openTemporary(Until until);
  bool openNameless();
  void openNamed(mode_t mode);
  void keepRights(const struct stat& old);
  void writeOut(std::span<const std::uint8_t> bytes);
  void flush();
  void nameIt();
  bool linkAs(const std::string& name);
  void copyToNamed();
  void renameToTarget();
  [[noreturn]] void fail(int errorNumber) const;
  [[noreturn]] void refuseExisting() const;

  std::string name_;  ///< for sentences
  Existing existing_;
  OutputPlace place_;
  bool direct_ = false;
  bool linkFails_ = false;
  std::string temporary_;  ///< in the same folder; empty without a name
  Descriptor file_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace espy::files
