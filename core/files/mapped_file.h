// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace espy::files {

/// Maps the first `size` bytes of a regular file, private and read only; null where the file system
/// maps no files. `checkUncut` looks at `path` again and names the file `name`.
///
/// A file may become shorter while it is mapped, and touching what it has lost raises SIGBUS. While
/// such mappings live, a handler replaces what is missing by zeros and records that for
/// `checkUncut`; signals of other memory go to the handler that was there before. The last mapping
/// removes it.
std::shared_ptr<const void> mapFile(int fd, std::uint64_t size, const std::string& path,
                                    const std::string& name);

/// Throws where the mapped file that holds this byte has become shorter than its mapping, or could
/// not be read to its end. Nothing for memory of other kinds.
void checkUncut(const void* byte);

}  // namespace espy::files
