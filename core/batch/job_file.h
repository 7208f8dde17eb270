// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/batch.h"

namespace espy::batch {

/// A job as its file says, but for its images: `sources` is what it says of these.
BatchJob readJob(const std::string& path, std::vector<std::string>& sources);

}  // namespace espy::batch
