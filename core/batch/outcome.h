// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/journal.h"
#include "espy/engine/batch.h"

namespace espy::batch {

/// Result of an image, as returned by its worker.
struct Outcome {
  BatchState state = BatchState::cancelled;
  Message reason;  ///< empty if memory ran out
  Message note;
  std::vector<Match> matches;
  std::uint64_t found = 0;
  std::string line;  ///< JSON; only if done
  FileMark file;
  std::uint64_t content = 0;
  double milliseconds = 0;
  /// Failed, and would fail again with the same file: not for lack of disk space or memory.
  bool lasting = false;
};

}  // namespace espy::batch
