// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "batch/image_work.h"
#include "batch/journal.h"
#include "espy/engine/batch.h"

namespace espy::batch {

/// What planning found out for a run.
struct Plan {
  std::vector<BatchItem> items;
  std::vector<ImageWork::Task> tasks;  ///< one for each
  std::uint64_t asked = 0;
  bool reportIsOurs = false;  ///< summary and lines that exist are an earlier run's
  /// Of a job that goes on: what was noted down, open and locked, and what of it still counts.
  std::shared_ptr<Journal> journal;
  std::vector<Entry> entries;
};

/// What BatchRunner::plan promises.
Plan planned(const BatchJob& job, const Registry& registry);

}  // namespace espy::batch
