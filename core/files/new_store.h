// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "files/descriptor.h"

namespace espy::files {

/// A store that is being created: a temporary folder beside the target, renamed when complete. It
/// is locked (flock), so that the next creation there can remove those of killed processes.
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
  /// Locks the temporary folder. False if another process took it for abandoned before.
  bool hold();
  void sync(const std::string& folder) const;

  std::string given_;
  std::string target_;
  std::string path_;
  Descriptor held_;
  bool there_ = false;
};

/// From the system's source of random numbers.
std::uint64_t randomNumber();

}  // namespace espy::files
