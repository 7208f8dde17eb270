// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
/// Writing files.
namespace espy {

/// What becomes of a file in the place of one that is to be written.
enum class Existing {
  replaced,
  refused,  ///< nothing is written, even if it comes into being meanwhile; links are not followed
};

/// Writes text, or any bytes. The file appears whole or not at all: it gets its name when it is
/// whole and on disk. `beforeItAppears` is called just before; when it throws, no file appears.
/// Throws `system`.
void writeFile(const std::string& path, std::string_view bytes,
               const std::function<void()>& beforeItAppears = {},
               Existing existing = Existing::replaced);
/// The same with bytes that come in parts: `parts` hands them over one after another.
void writeFileInParts(
    const std::string& path,
    const std::function<void(const std::function<void(std::string_view)>& write)>& parts,
    const std::function<void()>& beforeItAppears = {}, Existing existing = Existing::replaced);

/// For a program that is about to end in the midst of its work, at a signal, say: removes what
/// the writes under way have left so far, where a file system needs it. None begins or ends any
/// more, so call _exit next.
void abandonWrites();

}  // namespace espy
#pragma GCC visibility pop
