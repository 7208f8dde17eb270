// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace espy::finders {

/// What the search of a frame keeps for that of the next one. All searches with one memory are for
/// the same needles and options, and the needles stay where they are. For one thread.
struct StreamMemory {
  std::shared_ptr<void> poses;  ///< of pose search; none: nothing is kept
  double searched = 1;          ///< share of the last frame that was searched
};

/// While it exists, searches by this thread may use the memory.
class WithStreamMemory {
 public:
  explicit WithStreamMemory(StreamMemory& memory);
  ~WithStreamMemory();
  WithStreamMemory(const WithStreamMemory&) = delete;
  WithStreamMemory& operator=(const WithStreamMemory&) = delete;

 private:
  StreamMemory* before_;
};

/// That of this thread, or null.
StreamMemory* streamMemory();

}  // namespace espy::finders
