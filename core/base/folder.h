// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy {

/// Makes the folder and those around it, where they are missing. Throws `system`.
void makeFolder(const std::string& folder);

}  // namespace espy
