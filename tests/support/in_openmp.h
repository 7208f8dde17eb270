// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

namespace espy::test {

/// Whether the calling thread is in an OpenMP parallel region; false if the library is not loaded.
inline bool isInOpenMp() {
  const auto inParallel = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "omp_in_parallel"));
  return inParallel != nullptr && inParallel() != 0;
}

}  // namespace espy::test
