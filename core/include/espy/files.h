// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
/// Writing files.
namespace espy {

/// What to do if an output file exists.
enum class Existing {
  replaced,
  refused,  ///< the write fails, even if the file appears meanwhile; links are not followed
};

/// Writes a file atomically: it gets its name when it is complete and on disk. `beforeItAppears` is
/// called just before; if it throws, no file appears. Throws `system`.
void writeFile(const std::string& path, std::string_view bytes,
               const std::function<void()>& beforeItAppears = {},
               Existing existing = Existing::replaced);
/// The same for data in parts: `parts` calls its argument for each of them.
void writeFileInParts(
    const std::string& path,
    const std::function<void(const std::function<void(std::string_view)>& write)>& parts,
    const std::function<void()>& beforeItAppears = {}, Existing existing = Existing::replaced);

/// For a program that ends abruptly, for example on a signal: removes temporary files of pending
/// writes, where the file system has any. No write can begin or complete afterwards, so call _exit
/// next.
void abandonWrites();

}  // namespace espy
#pragma GCC visibility pop
