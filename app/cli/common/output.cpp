// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace espy::cli {
namespace {

constexpr std::size_t kLarge = std::size_t{1} << 16;

}  // namespace

void Output::text(std::string_view text) {
  buffer_ += text;
  flushIfLarge();
}

void Output::flushIfLarge() {
  if (buffer_.size() >= kLarge) flush();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // non-blocking pipe is full: wait
      pollfd waiting{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      throw OutputError(std::string("standard output: ") + std::strerror(errno));
    }
  }
  buffer_.clear();
}

}  // namespace espy::cli
