// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <ctime>

namespace espy::live {

/// While it lives, this thread's writes to a server that has ended fail, and do not end the process
/// by SIGPIPE. libxcb writes without MSG_NOSIGNAL.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigset_t pending;
    ::sigpending(&pending);
    before_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::sigemptyset(&only_);
    ::sigaddset(&only_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &only_, &mask_);
  }
  ~WithoutSigpipe() {
    const std::timespec none{};
    // One that was pending before is the caller's.
    if (!before_) ::sigtimedwait(&only_, nullptr, &none);
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t only_{};
  sigset_t mask_{};  ///< of the thread, before
  bool before_ = false;
};

}  // namespace espy::live
