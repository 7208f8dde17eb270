// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "batch/image_processor.h"
#include "batch/journal.h"
#include "espy/engine/batch.h"

namespace espy::batch {

/// Result of planning a run.
struct Plan {
  std::vector<BatchItem> items;
  std::vector<ImageProcessor::ImageFiles> files;  ///< one per item
  std::uint64_t asked = 0;
  bool reportIsOurs = false;  ///< existing summary and lines are from an earlier run
  /// For a resumed job: its journal, open and locked, and the entries that are still valid.
  std::shared_ptr<Journal> journal;
  std::vector<Entry> entries;
};

/// Implements BatchRunner::plan.
Plan planned(const BatchJob& job, const Registry& registry);

}  // namespace espy::batch
