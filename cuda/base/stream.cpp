// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/stream.h"

namespace espy::cuda {

void StageClock::finish() {
  mark();
  marks_.back().wait();
  for (std::size_t i = 0; i < names_.size(); ++i) {
    timeline_.add(names_[i], marks_[i + 1].millisecondsSince(marks_[i]));
  }
  marks_.clear();
  names_.clear();
}

}  // namespace espy::cuda
