// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/batch.h"

namespace espy::batch {

/// Reads a job file. Its images are not expanded but returned in `sources`. `index`: see
/// `readBatchJob`.
BatchJob readJob(const std::string& path, std::vector<std::string>& sources,
                 const std::string& index);

}  // namespace espy::batch
