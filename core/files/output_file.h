// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "espy/files.h"
#include "files/descriptor.h"
#include "files/output_place.h"

namespace espy::files {

/// A file that appears whole or not at all. What is written goes to a file without a name in the
/// same folder, which vanishes with the process whatever ends it; `commit` flushes it to disk and
/// gives it its name. File systems that know no such files get a hidden temporary one. A symbolic
/// link stays, and what it points to is replaced (output_place.h says which are followed). What is
/// no regular file (a pipe, /dev/null, "-" for standard output) is written to directly. All throw
/// `system`.
class OutputFile {
 public:
  /// Where the bytes are before they have their name; for tests.
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
