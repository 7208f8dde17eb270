// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace espy::files {

/// Owns a file descriptor (RAII).
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    fd_ = other.fd_;
    other.fd_ = -1;
    return *this;
  }
  Descriptor(Descriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  /// Closes now; false if the system reports a deferred write error.
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_ = -1;
};

/// Syncs the directory `path`, relative to the directory `from`, to disk; only then a new name
/// survives a power failure. Returns false with `errno` set for an I/O error; file systems that
/// cannot sync directories count as success.
inline bool flushFolder(const char* path, int from = AT_FDCWD) {
  const Descriptor folder(::openat(from, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return !folder.valid() || ::fsync(folder.get()) == 0 || errno != EIO;
}

}  // namespace espy::files
