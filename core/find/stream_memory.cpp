// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/stream_memory.h"

#include <utility>

namespace espy::finders {
namespace {

thread_local StreamMemory* current = nullptr;

}  // namespace

WithStreamMemory::WithStreamMemory(StreamMemory& memory)
    : before_(std::exchange(current, &memory)) {}

WithStreamMemory::~WithStreamMemory() {
  current = before_;
}

StreamMemory* streamMemory() {
  return current;
}

}  // namespace espy::finders
