// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <atomic>

namespace espy {

/// An object of the whole process, made at the first call and never destroyed: threads may still
/// use it when the program ends. After a fork the child gets a new one: threads that exist only in
/// the parent may hold the old one's locks.
template <class Object>
Object& ofThisProcess() {
  struct Owned {
    pid_t process = ::getpid();
    Object object;
  };
  // Not initialised by a call, for which a child might wait, too.
  static constinit std::atomic<Owned*> current = nullptr;
  Owned* owned = current.load(std::memory_order_acquire);
  if (owned == nullptr || owned->process != ::getpid()) {
    auto* fresh = new Owned;
    if (current.compare_exchange_strong(owned, fresh)) {
      owned = fresh;
    } else {
      delete fresh;
    }
  }
  return owned->object;
}

}  // namespace espy
