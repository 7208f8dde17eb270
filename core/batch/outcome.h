// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/journal.h"
#include "espy/engine/batch.h"

namespace espy::batch {

/// What became of an image, as its worker tells it.
struct Outcome {
  BatchState state = BatchState::cancelled;
  Message reason;  ///< empty where it failed for want of memory, and there was none to say so
  Message note;
  std::vector<Match> matches;
  std::uint64_t found = 0;
  std::string line;  ///< of JSON, if it is done
  FileMark file;
  std::uint64_t content = 0;
  double milliseconds = 0;
  /// It failed, and will fail again unless its file changes: not for want of room or memory.
  bool lasting = false;
};

}  // namespace espy::batch
