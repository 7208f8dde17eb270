// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace espy::files {

/// A store that is being created: a temporary folder beside the target, renamed when complete.
class NewStore {
 public:
  /// Throws if `folder` is empty or the temporary folder cannot be created.
  explicit NewStore(const std::string& folder);
  ~NewStore();
  NewStore(const NewStore&) = delete;
  NewStore& operator=(const NewStore&) = delete;

  /// The path of a file in the temporary folder.
  std::string file(const std::string& name) const;
  /// Gives it its name, durably. Throws `badUse` if that exists and is not an empty folder.
  void commit();

 private:
  [[noreturn]] void fail(int errorNumber) const;
  void sync(const std::string& folder) const;

  std::string given_;
  std::string target_;
  std::string path_;
  bool there_ = false;
};

/// From the system's source of random numbers.
std::uint64_t randomNumber();

}  // namespace espy::files
