// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/scratch.h"

namespace espy::variation {

/// Uninitialised floats in memory; or, for problems that do not fit into it, in a file without a
/// name in $TMPDIR or /var/tmp, which the system reads and writes as rows are used. Iterations pass
/// over them in order, several in one pass.
class FieldMemory {
 public:
  FieldMemory() = default;
  /// Throws `tooLarge` if the file system does not have the room.
  FieldMemory(std::size_t count, bool inFile);
  ~FieldMemory();
  FieldMemory(const FieldMemory&) = delete;
  FieldMemory& operator=(const FieldMemory&) = delete;

  float* data() { return file_ != nullptr ? file_ : memory_.data(); }

 private:
  ScratchVector<float> memory_;
  float* file_ = nullptr;
  std::size_t fileBytes_ = 0;
};

}  // namespace espy::variation
