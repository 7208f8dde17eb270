// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "espy/batch.h"
#include "espy/engine/registry.h"

#pragma GCC visibility push(default)
namespace espy {

/// `makeBatchRunner` with these engines, which must outlive it.
std::unique_ptr<BatchRunner> makeBatchRunner(const Registry& registry);

/// Result of merging the shards of a job.
struct BatchMerge {
  std::uint64_t images = 0;
  std::uint64_t matches = 0;
  std::vector<Message> failures;  ///< in the order of the images
  std::vector<std::string> written;
};

/// Writes summary and lines of a job from the journals of its shards. `folder` has the journals, or
/// a single subfolder that has them. `index`: that of the runs, see `readBatchJob`. Throws if a
/// shard is missing or incomplete.
BatchMerge mergeBatch(const std::string& folder, const Control& control = {},
                      const std::string& index = {});

}  // namespace espy
#pragma GCC visibility pop
