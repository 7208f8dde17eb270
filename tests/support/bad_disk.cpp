// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Preloaded library that simulates a failing disk for one folder. Environment variables:
//   ESPY_DISK         absolute path of the folder
//   ESPY_DISK_ROOM    bytes that files directly in it may occupy; beyond that ENOSPC
//   ESPY_DISK_FAULTS  SEED,N: on average one call in N fails with EIO, and one in N is short
//   ESPY_DISK_LOG     file to which changes are appended, for disk_log.h
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <random>
#include <string>

#include "support/disk_log.h"

namespace {

using espy::test::DiskChange;

/// The next definition of a function, which this library overrides.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string pathOf(int file) {
  char path[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t bytes = ::readlink(link.c_str(), path, sizeof path);
  return {path, static_cast<std::size_t>(std::max<ssize_t>(bytes, 0))};
}

/// Absolute path of openat()-style arguments.
std::string wholeName(int folder, const char* name) {
  char current[PATH_MAX];
  if (name[0] == '/') return name;
  if (folder != AT_FDCWD) return pathOf(folder) + '/' + name;
  return ::getcwd(current, sizeof current) != nullptr ? std::string(current) + '/' + name : name;
}

class Disk {
 public:
  static Disk& only() {
    static auto* const kDisk = new Disk;
    return *kDisk;
  }

  bool has(const std::string& path) const {
    return !folder_.empty() && path.starts_with(folder_) &&
           (path.size() == folder_.size() || path[folder_.size()] == '/');
  }
  bool has(int file) const { return !folder_.empty() && has(pathOf(file)); }

  /// Whether this call shall fail; sets errno.
  bool fails() {
    const std::lock_guard lock(mutex_);
    if (oneIn_ == 0 || random_() % oneIn_ != 0) return false;
    errno = EIO;
    return true;
  }

  /// Number of bytes that one call transfers: all, or sometimes half.
  std::size_t shortened(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    return oneIn_ == 0 || bytes < 2 || random_() % oneIn_ != 0 ? bytes : bytes / 2;
  }

  /// Number of bytes that fit at `at`; 0 with errno ENOSPC if none do.
  std::size_t bytesThatFit(int file, off_t at, std::size_t bytes) const {
    if (capacity_ < 0) return bytes;
    // Overwriting allocated blocks needs no space.
    struct stat status {};
    const bool allocated = ::fstat(file, &status) == 0 &&
                           at + static_cast<off_t>(bytes) <= status.st_size &&
                           ::lseek(file, at, SEEK_HOLE) >= at + static_cast<off_t>(bytes);
    if (allocated) return bytes;
    const std::int64_t left = capacity_ - used();
    if (left <= 0) errno = ENOSPC;
    return left <= 0 ? 0 : std::min(bytes, static_cast<std::size_t>(left));
  }

  void record(DiskChange::Kind kind, ino_t file, off_t at, const void* data, std::size_t bytes) {
    if (log_ < 0) return;
    const int error = errno;
    DiskChange change{kind, file, at, static_cast<std::int64_t>(bytes)};
    const iovec parts[] = {{&change, sizeof change}, {const_cast<void*>(data), bytes}};
    if (::writev(log_, parts, 2) != static_cast<ssize_t>(sizeof change + bytes)) std::abort();
    errno = error;
  }
  void record(DiskChange::Kind kind, int file, off_t at = 0, const void* data = nullptr,
              std::size_t bytes = 0) {
    struct stat status {};
    if (log_ >= 0 && ::fstat(file, &status) == 0) record(kind, status.st_ino, at, data, bytes);
  }
  /// Logs which file a name refers to now, if any.
  void recordName(const std::string& path) {
    struct stat status {};
    const bool exists = ::lstat(path.c_str(), &status) == 0;
    if (!has(path) || (exists && !S_ISREG(status.st_mode))) return;
    const std::string name = within(path);
    record(DiskChange::Kind::name, exists ? status.st_ino : 0, 0, name.data(), name.size());
  }
  /// Logs that a folder was synced or made.
  void recordFolder(DiskChange::Kind kind, const std::string& path) {
    const std::string name = within(path);
    record(kind, ino_t{0}, 0, name.data(), name.size());
  }

 private:
  Disk() : folder_(variable("ESPY_DISK")) {
    const std::string capacity = variable("ESPY_DISK_ROOM");
    if (!capacity.empty()) capacity_ = std::stoll(capacity);
    const std::string faults = variable("ESPY_DISK_FAULTS");
    if (!faults.empty()) {
      random_.seed(static_cast<std::uint32_t>(std::stoul(faults)));
      oneIn_ = static_cast<std::uint32_t>(std::stoul(faults.substr(faults.find(',') + 1)));
    }
    const std::string log = variable("ESPY_DISK_LOG");
    if (!log.empty()) {
      log_ = next<int(const char*, int, ...)>("open")(
          log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
  }

  /// Path relative to the folder; empty for the folder itself.
  std::string within(const std::string& path) const {
    return path.substr(std::min(folder_.size() + 1, path.size()));
  }

  std::int64_t used() const {
    std::int64_t bytes = 0;
    DIR* const folder = ::opendir(folder_.c_str());
    if (folder == nullptr) return 0;
    while (const dirent* const entry = ::readdir(folder)) {
      struct stat status {};
      if (::fstatat(::dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
          S_ISREG(status.st_mode)) {
        bytes += status.st_blocks * 512;
      }
    }
    ::closedir(folder);
    return bytes;
  }

  std::string folder_;
  std::int64_t capacity_ = -1;
  std::uint32_t oneIn_ = 0;
  std::minstd_rand random_;
  std::mutex mutex_;
  int log_ = -1;
};

Disk& disk() {
  return Disk::only();
}

int openOne(int folder, const char* name, int flags, mode_t mode) {
  static auto* const kNext = next<int(int, const char*, int, ...)>("openat");
  const std::string path = wholeName(folder, name);
  if (!disk().has(path)) return kNext(folder, name, flags, mode);
  if (disk().fails()) return -1;
  struct stat status {};
  const bool existed = ::lstat(path.c_str(), &status) == 0;
  const int file = kNext(folder, name, flags, mode);
  if (file < 0) return file;
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    disk().record(DiskChange::Kind::created, file);
  } else if (!existed) {
    disk().record(DiskChange::Kind::created, file);
    disk().recordName(path);
  } else if ((flags & O_TRUNC) != 0) {
    disk().record(DiskChange::Kind::cut, file);
  }
  return file;
}

template <class Write>
ssize_t writeAt(int file, const void* data, std::size_t bytes, off_t at, const Write& write) {
  if (!disk().has(file)) return write(bytes);
  if (disk().fails()) return -1;
  const std::size_t some = disk().bytesThatFit(file, at, disk().shortened(bytes));
  if (some == 0 && bytes > 0) return -1;
  const ssize_t written = write(some);
  if (written > 0) {
    disk().record(DiskChange::Kind::written, file, at, data, static_cast<std::size_t>(written));
  }
  return written;
}

template <class Cut>
int cutTo(int file, off_t size, const Cut& cut) {
  if (!disk().has(file)) return cut();
  if (disk().fails()) return -1;
  const int result = cut();
  if (result == 0) disk().record(DiskChange::Kind::cut, file, size);
  return result;
}

template <class Sync>
int syncOne(int file, const Sync& sync) {
  if (!disk().has(file)) return sync();
  if (disk().fails()) return -1;
  const int result = sync();
  struct stat status {};
  const bool folder = ::fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
  if (result == 0 && folder) disk().recordFolder(DiskChange::Kind::folder, pathOf(file));
  if (result == 0 && !folder) disk().record(DiskChange::Kind::synced, file);
  return result;
}

/// Runs an operation that changes one or two names.
template <class Change>
int changeNames(const std::string& from, const std::string& to, const Change& change) {
  if (!disk().has(from) && !disk().has(to)) return change();
  if (disk().fails()) return -1;
  const int result = change();
  if (result == 0) {
    disk().recordName(to);
    disk().recordName(from);
  }
  return result;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int open(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = static_cast<mode_t>(va_arg(more, int));
  va_end(more);
  return openOne(AT_FDCWD, name, flags, mode);
}
int open64(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = static_cast<mode_t>(va_arg(more, int));
  va_end(more);
  return openOne(AT_FDCWD, name, flags, mode);
}
int openat(int folder, const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = static_cast<mode_t>(va_arg(more, int));
  va_end(more);
  return openOne(folder, name, flags, mode);
}

ssize_t pread(int file, void* to, size_t bytes, off_t at) {
  static auto* const kNext = next<ssize_t(int, void*, size_t, off_t)>("pread");
  if (!disk().has(file)) return kNext(file, to, bytes, at);
  return disk().fails() ? -1 : kNext(file, to, disk().shortened(bytes), at);
}
ssize_t read(int file, void* to, size_t bytes) {
  static auto* const kNext = next<ssize_t(int, void*, size_t)>("read");
  if (!disk().has(file)) return kNext(file, to, bytes);
  return disk().fails() ? -1 : kNext(file, to, disk().shortened(bytes));
}
ssize_t pread64(int file, void* to, size_t bytes, off_t at) {
  return pread(file, to, bytes, at);
}
ssize_t pwrite(int file, const void* data, size_t bytes, off_t at) {
  static auto* const kNext = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  return writeAt(file, data, bytes, at, [&](size_t some) { return kNext(file, data, some, at); });
}
ssize_t pwrite64(int file, const void* data, size_t bytes, off_t at) {
  return pwrite(file, data, bytes, at);
}
ssize_t write(int file, const void* data, size_t bytes) {
  static auto* const kNext = next<ssize_t(int, const void*, size_t)>("write");
  const off_t at = std::max<off_t>(::lseek(file, 0, SEEK_CUR), 0);
  return writeAt(file, data, bytes, at, [&](size_t some) { return kNext(file, data, some); });
}
int ftruncate(int file, off_t size) {
  static auto* const kNext = next<int(int, off_t)>("ftruncate");
  return cutTo(file, size, [&] { return kNext(file, size); });
}
int ftruncate64(int file, off_t size) {
  return ftruncate(file, size);
}
int truncate(const char* name, off_t size) {
  const int file = ::open(name, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const int result = ftruncate(file, size);
  ::close(file);
  return result;
}
int truncate64(const char* name, off_t size) {
  return truncate(name, size);
}
int fsync(int file) {
  static auto* const kNext = next<int(int)>("fsync");
  return syncOne(file, [&] { return kNext(file); });
}
int fdatasync(int file) {
  static auto* const kNext = next<int(int)>("fdatasync");
  return syncOne(file, [&] { return kNext(file); });
}

int mkdirat(int folder, const char* name, mode_t mode) {
  static auto* const kNext = next<int(int, const char*, mode_t)>("mkdirat");
  const std::string path = wholeName(folder, name);
  if (!disk().has(path)) return kNext(folder, name, mode);
  if (disk().fails()) return -1;
  const int result = kNext(folder, name, mode);
  if (result == 0) disk().recordFolder(DiskChange::Kind::made, path);
  return result;
}
int mkdir(const char* name, mode_t mode) {
  return mkdirat(AT_FDCWD, name, mode);
}
int renameat2(int from, const char* old, int to, const char* name, unsigned flags) {
  static auto* const kNext = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
  return changeNames(wholeName(from, old), wholeName(to, name),
                     [&] { return kNext(from, old, to, name, flags); });
}
int renameat(int from, const char* old, int to, const char* name) {
  return renameat2(from, old, to, name, 0);
}
int rename(const char* old, const char* name) {
  return renameat2(AT_FDCWD, old, AT_FDCWD, name, 0);
}
int linkat(int from, const char* old, int to, const char* name, int flags) {
  static auto* const kNext = next<int(int, const char*, int, const char*, int)>("linkat");
  const std::string path = wholeName(to, name);
  return changeNames(path, path, [&] { return kNext(from, old, to, name, flags); });
}
int unlinkat(int folder, const char* name, int flags) {
  static auto* const kNext = next<int(int, const char*, int)>("unlinkat");
  const std::string path = wholeName(folder, name);
  return changeNames(path, path, [&] { return kNext(folder, name, flags); });
}
int unlink(const char* name) {
  return unlinkat(AT_FDCWD, name, 0);
}
}
#pragma GCC visibility pop
