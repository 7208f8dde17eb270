// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/wait_readable.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "espy/error.h"

namespace espy::io {

void ReadableWait::Wake::operator()() const noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t put = ::write(end, &one, sizeof one);
}

ReadableWait::ReadableWait(std::stop_token stop)
    : stop_(std::move(stop)),
      woken_(stop_.stop_possible() ? ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1),
      wake_(stop_, Wake{woken_.get()}) {}

void ReadableWait::until(int fd) const {
  // Without an eventfd (no descriptors are left) the stop is looked for now and then.
  constexpr int kNowAndThen = 50;  // milliseconds
  const bool asks = stop_.stop_possible() && !woken_.valid();
  for (;;) {
    if (stop_.stop_requested()) throw Error(ErrorCode::cancelled, "cancelled");
    pollfd files[] = {{fd, POLLIN, 0}, {woken_.get(), POLLIN, 0}};
    const int ready = ::poll(files, 2, asks ? kNowAndThen : -1);
    if (ready < 0 && errno != EINTR && errno != EAGAIN) return;  // the read will say what is wrong
    if (ready > 0 && files[0].revents != 0 && !stop_.stop_requested()) return;
  }
}

}  // namespace espy::io
