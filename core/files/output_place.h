// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

#include "files/descriptor.h"

namespace espy::files {

/// Where an output goes: a name in a folder that is held open, so that nobody can put another
/// folder in its place.
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

/// The rule of outputPlace: whether who runs as `user` may follow or take an entry like this.
bool mayTake(const struct stat& entry, const struct stat& folder, uid_t user);

}  // namespace espy::files
