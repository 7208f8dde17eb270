// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace espy::files {

/// Maps the first `size` bytes of a regular file, private and read only; null where the file system
/// maps no files. `path` and `name` are for what is to be asked and said of it later.
///
/// A file may become shorter while it is mapped, and touching what it has lost raises SIGBUS. While
/// mappings of ours live, a handler puts zeros in the place of what is missing and remembers it for
/// `checkUncut`; what is not ours goes to the handler that was there before. It is taken away with
/// the last mapping.
std::shared_ptr<const void> mapFile(int fd, std::uint64_t size, const std::string& path,
                                    const std::string& name);

/// Throws where the mapped file that holds this byte has become shorter than its mapping, or could
/// not be read to its end. Nothing for memory of other kinds.
void checkUncut(const void* byte);

}  // namespace espy::files
