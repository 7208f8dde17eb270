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

/// The target of an output: a name in a directory that is held open, so that the directory cannot
/// be exchanged.
struct OutputPlace {
  Descriptor folder;  ///< O_PATH
  std::string name;   ///< of the file in `folder`, without a slash
  /// Status of the existing entry, if any.
  std::optional<struct stat> there;
  /// The name is a link in /proc to an object without a name, such as a pipe.
  bool nameless = false;
};

/// Resolves the target of `path`; follows symbolic links if `follow`. In world-writable sticky
/// directories such as /tmp, links are followed, and files and pipes replaced, only if they belong
/// to this user or to the directory's owner: the rule of fs.protected_symlinks and
/// fs.protected_regular, which the kernel enforces for open(O_CREAT) but not for rename. Throws
/// `system` with a message that begins with `shown`.
OutputPlace outputPlace(const std::string& path, bool follow, const std::string& shown);

/// The rule of outputPlace: whether a process of `user` may follow or replace such an entry.
bool mayTake(const struct stat& entry, const struct stat& folder, uid_t user);

/// An output that is published atomically. Data is written to an unnamed file (O_TMPFILE) in the
/// target's directory, which vanishes with the process; `commit` syncs it and links it to its name.
/// File systems without O_TMPFILE get a hidden temporary file. A symbolic link stays and its target
/// is replaced (rules: `outputPlace`). Targets that are not regular files (a pipe, /dev/null, "-"
/// for standard output) are written directly. All members throw `system`.
class OutputFile {
 public:
  /// How the temporary file is created; for tests.
  enum class TemporaryKind {
    nameless,
    linkFails,  ///< unnamed, on a file system without linkat for such files
    named,
  };

  explicit OutputFile(const std::string& path, Existing existing = Existing::replaced,
                      TemporaryKind kind = TemporaryKind::nameless);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::uint8_t> bytes);
  /// `beforeItAppears` is called after the sync; if it throws, the file is not published. It may be
  /// empty, and is not called for direct writes.
  void commit(const std::function<void()>& beforeItAppears = {});

 private:
  void openTemporary(TemporaryKind kind);
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

  std::string name_;  ///< for messages
  Existing existing_;
  OutputPlace place_;
  bool direct_ = false;
  bool linkFails_ = false;
  std::string temporary_;  ///< in the same directory; empty while unnamed
  Descriptor file_;
  std::vector<std::uint8_t> buffer_;
};

/// An output that another library writes by name: a hidden temporary file in the target's folder,
/// which gets the target's name at `commit`. Removed by the destructor and by `abandonWrites`. All
/// members throw `system`.
class NamedOutput {
 public:
  /// `ending`: of the temporary name, such as ".mp4".
  NamedOutput(const std::string& path, const std::string& ending);
  ~NamedOutput();
  NamedOutput(const NamedOutput&) = delete;
  NamedOutput& operator=(const NamedOutput&) = delete;

  /// Path of the temporary file, which is there and empty at first.
  const std::string& written() const { return written_; }
  void commit();

 private:
  [[noreturn]] void fail(int errorNumber) const;

  std::string name_;  ///< for messages
  OutputPlace place_;
  std::string temporary_;  ///< empty after `commit`
  std::string written_;
};

}  // namespace espy::files
