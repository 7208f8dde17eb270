// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy {

/// Creates the folder and its missing parents, durably (synced to disk). Throws `system`.
void makeFolder(const std::string& folder);

/// Syncs the directory entries of `folder` to disk; does nothing if the file system does not
/// support it. Throws `system` for an I/O error.
void syncFolder(const std::string& folder);

}  // namespace espy
