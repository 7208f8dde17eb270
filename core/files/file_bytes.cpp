// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/file_bytes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <stop_token>
#include <utility>

#include "espy/error.h"
#include "files/descriptor.h"
#include "files/mapped_file.h"
#include "files/message.h"

namespace espy::files {
namespace {

/// Waits until a pipe, a terminal or a device is readable, or stop is requested.
class ReadableWait {
 public:
  explicit ReadableWait(std::stop_token stop);

  /// Returns when a read from `fd` would not block. Throws `cancelled` after a stop request.
  void until(int fd) const;

 private:
  struct Wake {
    int end;
    void operator()() const noexcept;
  };

  std::stop_token stop_;
  Descriptor woken_;  ///< eventfd, readable after a stop request; invalid if it could not be
                      ///< created
  std::stop_callback<Wake> wake_;
};

void ReadableWait::Wake::operator()() const noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t put = ::write(end, &one, sizeof one);
}

ReadableWait::ReadableWait(std::stop_token stop)
    : stop_(std::move(stop)),
      woken_(stop_.stop_possible() ? ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1),
      wake_(stop_, Wake{woken_.get()}) {}

void ReadableWait::until(int fd) const {
  // Without an eventfd (no descriptors left) the stop token is polled.
  constexpr int kNowAndThen = 50;  // milliseconds
  const bool asks = stop_.stop_possible() && !woken_.valid();
  for (;;) {
    if (stop_.stop_requested()) throw Error(ErrorCode::cancelled, phrase("cancelled"));
    pollfd files[] = {{fd, POLLIN, 0}, {woken_.get(), POLLIN, 0}};
    const int ready = ::poll(files, 2, asks ? kNowAndThen : -1);
    if (ready < 0 && errno != EINTR && errno != EAGAIN) return;  // the read reports the error
    if (ready > 0 && files[0].revents != 0 && !stop_.stop_requested()) return;
  }
}

/// Bytes: limit for counting the rest of a stream.
constexpr std::uint64_t kMostDropped = std::uint64_t{64} << 20;

/// A buffer that grows with the data of a stream.
class GrowingBuffer {
 public:
  GrowingBuffer() = default;
  ~GrowingBuffer() { std::free(data_); }  // NOLINT: realloc grows without copying large blocks
  GrowingBuffer(const GrowingBuffer&) = delete;
  GrowingBuffer& operator=(const GrowingBuffer&) = delete;

  std::size_t size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return {data_, size_}; }

  /// Free space behind the filled part: at least one byte, and at most `most` bytes in total.
  std::span<std::uint8_t> room(std::uint64_t most, const std::string& name) {
    if (size_ == capacity_) {
      const std::uint64_t doubled = std::max<std::uint64_t>(std::uint64_t{64} << 10, capacity_ * 2);
      const auto wanted = static_cast<std::size_t>(std::min(most, doubled));
      void* grown = std::realloc(data_, wanted);  // NOLINT
      if (grown == nullptr) {
        refuse(ErrorCode::tooLarge, name, phrase("no memory for {} bytes", wanted));
      }
      data_ = static_cast<std::uint8_t*>(grown);
      capacity_ = wanted;
    }
    const auto rest = static_cast<std::size_t>(std::min<std::uint64_t>(most, capacity_)) - size_;
    return {data_ + size_, rest};
  }
  void filled(std::size_t count) { size_ += count; }

  std::shared_ptr<const void> release() {
    // Released first: if allocating the control block fails, the deleter runs.
    return {std::exchange(data_, nullptr), [](const void* p) {
              std::free(const_cast<void*>(p));  // NOLINT: the deleter of what realloc gave
            }};
  }

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// A stream whose reads can be cancelled.
struct Stream {
  int fd;
  const std::string& name;
  const ReadableWait& wait;

  /// Reads once; 0 at the end.
  std::size_t readSome(std::span<std::uint8_t> room) const {
    for (;;) {
      // Before each read: a named pipe without a writer reads as end of file, and a shared standard
      // input may be blocking or not.
      wait.until(fd);
      const ssize_t got = ::read(fd, room.data(), std::min(room.size(), std::size_t{1} << 30));
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR && errno != EAGAIN) refuseSystem(name, phrase("cannot be read"), errno);
    }
  }
};

/// Reads until the buffer has `most` bytes; false if the stream ends before.
bool fillTo(GrowingBuffer& buffer, std::uint64_t most, const Stream& stream) {
  while (buffer.size() < most) {
    const std::size_t got = stream.readSome(buffer.room(most, stream.name));
    if (got == 0) return false;
    buffer.filled(got);
  }
  return true;
}

/// Bytes; reading a smaller file is faster than mapping it, which takes a process-wide lock.
constexpr off_t kSmall = off_t{16} << 10;

FileBytes readSmall(int fd, std::size_t size, const std::string& name) {
  const std::shared_ptr<std::uint8_t[]> bytes(new std::uint8_t[size]);  // NOLINT
  std::size_t done = 0;
  while (done < size) {
    const ssize_t some = ::read(fd, bytes.get() + done, size - done);
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) refuseSystem(name, phrase("cannot be read"), errno);
    if (some == 0) break;  // truncated meanwhile
    done += static_cast<std::size_t>(some);
  }
  FileBytes file;
  file.bytes = {bytes.get(), done};
  file.owner = bytes;
  return file;
}

FileBytes readStream(const Stream& stream, const ReadSizeCallback& ask) {
  GrowingBuffer buffer;
  FileBytes file;
  bool goesOn = fillTo(buffer, kPrefixBytes, stream);
  ReadSize wanted = ask(buffer.bytes());
  while (goesOn && wanted.needsMore) {
    goesOn = fillTo(buffer, wanted.bytes, stream);
    wanted = ask(buffer.bytes());
  }
  if (goesOn) goesOn = fillTo(buffer, wanted.bytes, stream);

  std::uint8_t rest[std::size_t{64} << 10];
  while (goesOn) {
    const std::size_t got = stream.readSome(rest);
    if (got == 0) break;
    if (!wanted.exact) {
      refuse(ErrorCode::tooLarge, stream.name,
             phrase("is longer than {} bytes, the limit for such a file", buffer.size()));
    }
    file.dropped += got;
    if (file.dropped >= kMostDropped) {
      file.droppedMore = true;
      break;
    }
  }
  file.bytes = buffer.bytes();
  file.owner = buffer.release();
  return file;
}

}  // namespace

FileBytes readFileBytes(const std::string& path, const ReadSizeCallback& ask,
                        const Message& isFolder, const std::stop_token& stop) {
  const std::string name = shownInput(path);
  Descriptor opened;
  if (path != "-") {
    // O_NONBLOCK: do not wait for a writer of a named pipe.
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
    opened = Descriptor(::open(path.c_str(), kFlags | O_NONBLOCK));
    // Wait for the release of a file lease.
    if (!opened.valid() && errno == EWOULDBLOCK) {
      opened = Descriptor(::open(path.c_str(), kFlags));
    }
    if (!opened.valid()) refuseSystem(name, phrase("cannot be opened"), errno);
  }
  const int fd = path == "-" ? STDIN_FILENO : opened.get();

  struct stat status {};
  if (::fstat(fd, &status) != 0) refuseSystem(name, phrase("cannot be read"), errno);
  if (S_ISDIR(status.st_mode)) refuse(ErrorCode::system, name, isFolder);

  // Files in /proc report a size of zero.
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    if (path != "-" && status.st_size <= kSmall) {
      return readSmall(fd, static_cast<std::size_t>(status.st_size), name);
    }
    const off_t from = path == "-" ? std::max<off_t>(0, ::lseek(fd, 0, SEEK_CUR)) : 0;
    const auto size = static_cast<std::size_t>(status.st_size);
    FileBytes file;
    file.owner = mapFile(fd, size, path, name);
    if (file.owner != nullptr) {
      file.bytes = std::span(static_cast<const std::uint8_t*>(file.owner.get()), size)
                       .subspan(std::min(static_cast<std::size_t>(from), size));
      return file;
    }
  }
  const ReadableWait wait(stop);
  return readStream({fd, name, wait}, ask);
}

}  // namespace espy::files
