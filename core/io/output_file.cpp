// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <set>

#include "espy/pictures.h"
#include "io/message.h"

namespace espy::io {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;

/// Follows symbolic links to the last name, which need not exist.
std::string behindLinks(std::string path) {
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code failure;
    const std::filesystem::path link = std::filesystem::read_symlink(path, failure);
    if (failure) break;
    path = link.is_absolute() ? link.string()
                              : (std::filesystem::path(path).parent_path() / link).string();
  }
  return path;
}

std::string folderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// A hidden name of fixed length, so that it fits wherever the target's name does.
std::string temporaryName(const std::string& target) {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) {
    random = static_cast<std::uint64_t>(::getpid());
  }
  return fmt::format("{}/.espy-{:016x}.tmp", folderOf(target), random);
}

/// The temporary files of this process. Made once and never destroyed: another thread may be
/// writing when the program ends.
struct Temporaries {
  std::mutex mutex;
  std::set<std::string> names;
};

Temporaries& temporaries() {
  static auto* all = new Temporaries;
  return *all;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : name_(shownOutput(path)) {
  if (path == "-") {
    file_ = Descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!file_.valid()) fail(errno);
    return;
  }
  target_ = behindLinks(path);
  struct stat status {};
  if (::stat(target_.c_str(), &status) != 0) {
    if (errno != ENOENT) fail(errno);
    openTemporary(-1, -1, -1);
  } else if (S_ISDIR(status.st_mode)) {
    fail(EISDIR);
  } else if (S_ISREG(status.st_mode)) {
    // A rename would go past the wish of who made the file read only.
    if (::access(target_.c_str(), W_OK) != 0) fail(errno);
    openTemporary(static_cast<int>(status.st_mode & 07777), static_cast<int>(status.st_uid),
                  static_cast<int>(status.st_gid));
  } else {
    file_ = Descriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file_.valid()) fail(errno);
  }
}

OutputFile::~OutputFile() {
  if (temporary_.empty()) return;
  const std::lock_guard lock(temporaries().mutex);
  ::unlink(temporary_.c_str());
  temporaries().names.erase(temporary_);
}

void OutputFile::openTemporary(int modeToKeep, int owner, int group) {
  constexpr int kAttempts = 100;
  const std::lock_guard lock(temporaries().mutex);
  for (int i = 0; i < kAttempts; ++i) {
    const std::string candidate = temporaryName(target_);
    // The umask applies to a new file; an old one passes its rights on.
    file_ = Descriptor(::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file_.valid()) {
      if (errno == EEXIST) continue;
      fail(errno);
    }
    temporary_ = candidate;
    temporaries().names.insert(candidate);
    if (modeToKeep < 0) return;
    // Only root may keep a foreign owner; for others the file becomes theirs, as with any editor.
    // The rights come after the owner, whose change takes some of them away.
    [[maybe_unused]] const int owned =
        ::fchown(file_.get(), static_cast<uid_t>(owner), static_cast<gid_t>(group));
    [[maybe_unused]] const int kept = ::fchmod(file_.get(), static_cast<mode_t>(modeToKeep));
    return;
  }
  fail(EEXIST);
}

void OutputFile::write(std::span<const std::uint8_t> bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  if (bytes.size() >= kBufferBytes) {
    writeOut(bytes);
  } else {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
}

void OutputFile::flush() {
  writeOut(buffer_);
  buffer_.clear();
}

void OutputFile::writeOut(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        ::write(file_.get(), bytes.data(), std::min(bytes.size(), std::size_t{1} << 30));
    if (put < 0 && errno != EINTR) fail(errno);
    if (put > 0) bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void OutputFile::commit(const std::function<void()>& beforeItAppears) {
  flush();
  if (temporary_.empty()) {
    if (!file_.close()) fail(errno);
    return;
  }
  if (::fsync(file_.get()) != 0) fail(errno);
  if (!file_.close()) fail(errno);
  if (beforeItAppears) beforeItAppears();
  {
    const std::lock_guard lock(temporaries().mutex);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporaries().names.erase(temporary_);
    temporary_.clear();
  }
  // The new name is safe only when the folder is on disk too. Some file systems cannot flush one.
  const Descriptor folder(::open(folderOf(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.valid() && ::fsync(folder.get()) != 0 && errno == EIO) fail(errno);
}

void OutputFile::fail(int errorNumber) const {
  refuseSystem(name_, "cannot be written", errorNumber);
}

}  // namespace espy::io

namespace espy {

void writeFile(const std::string& path, std::string_view bytes,
               const std::function<void()>& beforeItAppears) {
  io::OutputFile output(path);
  output.write({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  output.commit(beforeItAppears);
}

void abandonWrites() {
  io::Temporaries& all = io::temporaries();
  all.mutex.lock();  // for good: nothing may begin or be renamed any more
  for (const std::string& name : all.names) ::unlink(name.c_str());
}

}  // namespace espy
