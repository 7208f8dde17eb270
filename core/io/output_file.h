// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "io/descriptor.h"

namespace espy::io {

/// A file that appears whole or not at all. What is written goes to a temporary file in the same
/// folder; `commit` flushes it to disk and renames it; without `commit` it vanishes. A symbolic
/// link stays, and what it points to is replaced. What is no regular file (a pipe, /dev/null, "-"
/// for standard output) is written to directly. All throw `system`.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::uint8_t> bytes);
  /// `beforeItAppears` is called when everything is on disk under the temporary name; when it
  /// throws, the file does not appear. It may be empty, and is not asked of what is written to
  /// directly.
  void commit(const std::function<void()>& beforeItAppears = {});

 private:
  void openTemporary(int modeToKeep, int owner, int group);
  void writeOut(std::span<const std::uint8_t> bytes);
  void flush();
  [[noreturn]] void fail(int errorNumber) const;

  std::string name_;       ///< for sentences
  std::string target_;     ///< behind all symbolic links
  std::string temporary_;  ///< empty when written directly, or already renamed
  Descriptor file_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace espy::io
