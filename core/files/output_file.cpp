// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <utility>

#include "base/size_signal.h"
#include "files/message.h"

namespace espy::files {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
constexpr int kAttempts = 100;

/// A hidden name of fixed length, within the length limit if the target's name is.
std::string temporaryName() {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) {
    random = static_cast<std::uint64_t>(::getpid());
  }
  return fmt::format(".espy-{:016x}.tmp", random);
}

std::string openedName(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.get());
}

/// Named temporary files of this process, with their directories. Never destroyed: another thread
/// may be writing when the program ends. The lock is held while a file is named.
struct Temporaries {
  std::timed_mutex mutex;
  std::map<std::string, int> folders;
};

Temporaries& temporaries() {
  static auto* all = new Temporaries;
  return *all;
}

/// Removes the temporary file of an output that was not committed, if it has one.
void removeTemporary(const OutputPlace& place, const std::string& temporary) {
  if (temporary.empty()) return;
  const std::lock_guard lock(temporaries().mutex);
  ::unlinkat(place.folder.get(), temporary.c_str(), 0);
  temporaries().folders.erase(temporary);
}

[[noreturn]] void failWrite(const std::string& name, int errorNumber) {
  refuseSystem(name, phrase("cannot be written"), errorNumber);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, Existing existing, TemporaryKind kind)
    : name_(shownOutput(path)), existing_(existing) {
  if (path == "-") {
    direct_ = true;
    file_ = Descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!file_.valid()) fail(errno);
    return;
  }
  place_ = outputPlace(path, existing == Existing::replaced, name_);
  if (place_.there && existing == Existing::refused) refuseExisting();
  if (place_.there && S_ISDIR(place_.there->st_mode)) fail(EISDIR);
  if (!place_.there || S_ISREG(place_.there->st_mode)) {
    // A rename would ignore that the file is read-only.
    if (place_.there &&
        ::faccessat(place_.folder.get(), place_.name.c_str(), W_OK, AT_EACCESS) != 0) {
      fail(errno);
    }
    openTemporary(kind);
    return;
  }
  direct_ = true;
  const int flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (place_.nameless ? 0 : O_NOFOLLOW);
  file_ = Descriptor(::openat(place_.folder.get(), place_.name.c_str(), flags));
  if (!file_.valid()) fail(errno);
}

OutputFile::~OutputFile() {
  removeTemporary(place_, temporary_);
}

void OutputFile::openTemporary(TemporaryKind kind) {
  linkFails_ = kind == TemporaryKind::linkFails;
  if (kind == TemporaryKind::named || !openNameless()) {
    const std::lock_guard lock(temporaries().mutex);
    openNamed(place_.there ? 0600 : 0666);
  }
  if (place_.there) keepRights(*place_.there);
}

/// Returns false if the file system or the kernel lacks O_TMPFILE.
bool OutputFile::openNameless() {
  // The umask applies to a new file. A replaced file passes on its permissions; until then no other
  // user may open the new one.
  file_ = Descriptor(::openat(place_.folder.get(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC,
                              place_.there ? 0600 : 0666));
  return file_.valid() && ::access(openedName(file_).c_str(), F_OK) == 0;
}

/// Requires the lock.
void OutputFile::openNamed(mode_t mode) {
  for (int i = 0; i < kAttempts; ++i) {
    const std::string candidate = temporaryName();
    file_ = Descriptor(::openat(place_.folder.get(), candidate.c_str(),
                                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file_.valid()) {
      temporary_ = candidate;
      temporaries().folders.emplace(candidate, place_.folder.get());
      return;
    }
    if (errno != EEXIST) fail(errno);
  }
  fail(EEXIST);
}

/// Copies the owner and permissions of the file to be replaced, as far as allowed.
void OutputFile::keepRights(const struct stat& old) {
  mode_t mode = old.st_mode & 07777;
  // Only root may keep a foreign owner; otherwise the file gets ours, as with any editor.
  const bool owner = ::fchown(file_.get(), old.st_uid, static_cast<gid_t>(-1)) == 0;
  const bool group = ::fchown(file_.get(), static_cast<uid_t>(-1), old.st_gid) == 0;
  if (!owner) mode &= ~static_cast<mode_t>(S_ISUID);
  if (!group) {
    // The old group's permissions do not apply to another group, which gets those of others.
    mode &= ~static_cast<mode_t>(S_ISGID | S_IRWXG);
    mode |= (mode & S_IRWXO) << 3 & old.st_mode & S_IRWXG;
  }
  // After chown, which clears some permission bits.
  [[maybe_unused]] const int kept = ::fchmod(file_.get(), mode);
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
  const WithoutSizeSignal guard;
  while (!bytes.empty()) {
    const ssize_t put =
        ::write(file_.get(), bytes.data(), std::min(bytes.size(), std::size_t{1} << 30));
    if (put < 0 && errno != EINTR) fail(errno);
    if (put > 0) bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void OutputFile::commit(const std::function<void()>& beforeItAppears) {
  flush();
  if (direct_) {
    if (!file_.close()) fail(errno);
    return;
  }
  if (::fsync(file_.get()) != 0) fail(errno);
  if (!temporary_.empty() && !file_.close()) fail(errno);
  if (beforeItAppears) beforeItAppears();
  {
    const std::lock_guard lock(temporaries().mutex);
    if (temporary_.empty()) nameIt();
    if (!temporary_.empty()) renameToTarget();
  }
  if (!flushFolder(".", place_.folder.get())) fail(errno);
}

/// Links the unnamed file to its name, or to a temporary one if that exists. Requires the lock.
void OutputFile::nameIt() {
  bool copying = linkFails_;
  if (!copying && !place_.there) {
    if (linkAs(place_.name)) return;
    if (errno == EEXIST && existing_ == Existing::refused) refuseExisting();
    copying = errno != EEXIST;
  }
  for (int i = 0; i < kAttempts && !copying; ++i) {
    const std::string candidate = temporaryName();
    if (linkAs(candidate)) {
      temporary_ = candidate;
      temporaries().folders.emplace(candidate, place_.folder.get());
      return;
    }
    copying = errno != EEXIST;
  }
  if (!copying) fail(EEXIST);
  copyToNamed();
}

bool OutputFile::linkAs(const std::string& name) {
  return ::linkat(AT_FDCWD, openedName(file_).c_str(), place_.folder.get(), name.c_str(),
                  AT_SYMLINK_FOLLOW) == 0;
}

/// Copies to a named temporary file, for file systems that cannot link unnamed files. Requires the
/// lock.
void OutputFile::copyToNamed() {
  const Descriptor from = std::move(file_);
  openNamed(0600);
  std::vector<std::uint8_t> part(kBufferBytes);
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(from.get(), part.data(), part.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(errno);
    if (got == 0) break;
    writeOut({part.data(), static_cast<std::size_t>(got)});
    at += got;
  }
  struct stat rights {};
  if (::fstat(from.get(), &rights) != 0) fail(errno);
  keepRights(rights);
  if (::fsync(file_.get()) != 0 || !file_.close()) fail(errno);
}

/// Requires the lock.
void OutputFile::renameToTarget() {
  const int folder = place_.folder.get();
  const char* from = temporary_.c_str();
  const char* to = place_.name.c_str();
  bool done = false;
  if (existing_ == Existing::refused) {
    done = ::renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0;
    // File systems without RENAME_NOREPLACE may have hard links, which never replace either. With
    // neither, a race between the check and the rename remains.
    if (!done && (errno == EINVAL || errno == ENOSYS)) {
      done = ::linkat(folder, from, folder, to, 0) == 0 && ::unlinkat(folder, from, 0) == 0;
      const bool links = done || (errno != EPERM && errno != EOPNOTSUPP);
      if (!links) {
        if (::faccessat(folder, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) refuseExisting();
        done = ::renameat(folder, from, folder, to) == 0;
      }
    }
    if (!done && errno == EEXIST) refuseExisting();
  } else {
    done = ::renameat(folder, from, folder, to) == 0;
  }
  if (!done) fail(errno);
  temporaries().folders.erase(temporary_);
  temporary_.clear();
}

void OutputFile::fail(int errorNumber) const {
  failWrite(name_, errorNumber);
}

void OutputFile::refuseExisting() const {
  refuse(ErrorCode::system, name_, phrase("exists already, and is not overwritten"));
}

NamedOutput::NamedOutput(const std::string& path, const std::string& ending)
    : name_(shownOutput(path)), place_(outputPlace(path, true, name_)) {
  if (place_.there && !S_ISREG(place_.there->st_mode)) {
    fail(S_ISDIR(place_.there->st_mode) ? EISDIR : EINVAL);
  }
  const int folder = place_.folder.get();
  if (place_.there && ::faccessat(folder, place_.name.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
  const std::lock_guard lock(temporaries().mutex);
  temporary_ = temporaryName() + ending;
  const Descriptor file(
      ::openat(folder, temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid()) fail(errno);
  temporaries().folders.emplace(temporary_, folder);
  written_ = "/proc/self/fd/" + std::to_string(folder) + "/" + temporary_;
}

NamedOutput::~NamedOutput() {
  removeTemporary(place_, temporary_);
}

void NamedOutput::commit() {
  const std::lock_guard lock(temporaries().mutex);
  const int folder = place_.folder.get();
  if (::renameat(folder, temporary_.c_str(), folder, place_.name.c_str()) != 0) fail(errno);
  temporaries().folders.erase(temporary_);
  temporary_.clear();
}

void NamedOutput::fail(int errorNumber) const {
  failWrite(name_, errorNumber);
}

}  // namespace espy::files

namespace espy {

void writeFile(const std::string& path, std::string_view bytes,
               const std::function<void()>& beforeItAppears, Existing existing) {
  writeFileInParts(
      path, [&](const auto& write) { write(bytes); }, beforeItAppears, existing);
}

void writeFileInParts(
    const std::string& path,
    const std::function<void(const std::function<void(std::string_view)>& write)>& parts,
    const std::function<void()>& beforeItAppears, Existing existing) {
  files::OutputFile output(path, existing);
  parts([&](std::string_view bytes) {
    output.write({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  });
  output.commit(beforeItAppears);
}

void abandonWrites() {
  files::Temporaries& all = files::temporaries();
  // Never unlocked: no output may be created or named any more. Does not wait for a rename that
  // hangs in its file system, and leaves its file.
  if (!all.mutex.try_lock_for(std::chrono::seconds(1))) return;
  for (const auto& [name, folder] : all.folders) ::unlinkat(folder, name.c_str(), 0);
}

}  // namespace espy
