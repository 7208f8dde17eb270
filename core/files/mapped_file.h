// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace espy::files {

/// Maps the first `size` bytes of a regular file, private and read-only; null if the file system
/// does not support mapping. `checkUncut` checks `path` again and calls the file `name`.
///
/// If a file is truncated while it is mapped, access to the lost part raises SIGBUS. While mappings
/// exist, a handler replaces the missing pages by zeros and records that for `checkUncut`; signals
/// from other memory go to the previous handler. The last mapping restores it.
std::shared_ptr<const void> mapFile(int fd, std::uint64_t size, const std::string& path,
                                    const std::string& name);

/// Throws if the mapped file that contains this byte has been truncated or had a read error. Does
/// nothing for other memory.
void checkUncut(const void* byte);

/// The same for a file that has been written to in any way. A file that was replaced under its name
/// has not.
void checkUnchanged(const void* byte);

}  // namespace espy::files
