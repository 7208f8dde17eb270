// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy {

/// Makes the folder and those around it, where they are missing; a power failure leaves them there.
/// Throws `system`.
void makeFolder(const std::string& folder);

/// Returns when the names in the folder are on disk; at once where the file system cannot say.
/// Throws `system` for an I/O error.
void syncFolder(const std::string& folder);

}  // namespace espy
