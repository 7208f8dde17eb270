// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/batch.h"

namespace espy::batch {

/// What BatchRunner::plan promises.
std::vector<BatchItem> planned(const BatchJob& job, const Registry& registry);

}  // namespace espy::batch
