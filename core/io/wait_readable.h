// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "io/descriptor.h"

namespace espy::io {

/// Waits for bytes of a pipe, a terminal or a device, until somebody wants to stop.
class ReadableWait {
 public:
  explicit ReadableWait(std::stop_token stop);

  /// Returns when a read from `fd` would not wait. Throws `cancelled` when asked to stop.
  void until(int fd) const;

 private:
  struct Wake {
    int end;
    void operator()() const noexcept;
  };

  std::stop_token stop_;
  Descriptor woken_;  ///< readable once the stop is requested; invalid where none can be
  std::stop_callback<Wake> wake_;
};

}  // namespace espy::io
