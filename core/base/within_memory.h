// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy {

/// Returns `work()`; converts std::bad_alloc to `Error`, as the API promises.
template <class Work>
decltype(auto) withinMemory(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::tooLarge, phrase("not enough memory"));
  }
}

}  // namespace espy
