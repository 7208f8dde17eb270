// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/store_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/files.h"
#include "files/message.h"
#include "files/plain_file.h"

namespace espy::files {
namespace {

namespace fs = std::filesystem;

std::string beginOf(int file, const std::string& shown) {
  std::array<char, 256> bytes{};
  const ssize_t got = ::pread(file, bytes.data(), bytes.size(), 0);
  if (got < 0) refuseSystem(shown, phrase("cannot be read"), errno);
  return {bytes.data(), static_cast<std::size_t>(got)};
}

/// "process 123 on ray"
std::string whoWeAre() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("process {} on {}", ::getpid(), host.data());
}

/// Whether the path leads to this open file.
bool isAt(const std::string& path, int file) {
  struct stat there {};
  struct stat own {};
  return ::lstat(path.c_str(), &there) == 0 && ::fstat(file, &own) == 0 &&
         there.st_ino == own.st_ino && there.st_dev == own.st_dev;
}

}  // namespace

std::optional<std::int64_t> numberIn(std::string_view name, std::string_view begin,
                                     std::string_view end) {
  if (!name.starts_with(begin) || !name.ends_with(end)) return std::nullopt;
  if (name.size() < begin.size() + end.size()) return std::nullopt;
  const std::string_view digits =
      name.substr(begin.size(), name.size() - begin.size() - end.size());
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  constexpr std::int64_t kMost = std::int64_t{1} << 40;  // sanity limit
  if (error != std::errc() || number < 1 || number > kMost || std::to_string(number) != digits) {
    return std::nullopt;
  }
  return number;
}

std::string StoreKind::stateName(std::int64_t number) const {
  return fmt::format("{}{}{}", stateBegin, number, stateEnd);
}

std::string StoreKind::headText(std::int64_t state) const {
  return fmt::format("{}{}\n{}\n", firstWords, version, stateName(state));
}

StoreFolder::StoreFolder(std::string given, const StoreKind& kind)
    : kind_(kind), given_(std::move(given)) {
  std::error_code failure;
  path_ = fs::canonical(given_.empty() ? "." : given_, failure).string();
  if (!failure && !fs::is_directory(path_, failure) && !failure) {
    throw Error(ErrorCode::badUse, phrase("{}: is a file, not {}", given_, kind_.noun));
  }
  if (failure == std::errc::no_such_file_or_directory) {
    throw Error(ErrorCode::system, phrase("{}: {}; `{} {}` makes one", given_, systemWords(failure),
                                          kind_.maker, given_));
  }
  if (failure) throw Error(ErrorCode::system, phrase("{}: {}", given_, systemWords(failure)));
  struct stat status {};
  if (::lstat(path(std::string(kind_.head)).c_str(), &status) != 0 && errno == ENOENT) {
    throw Error(ErrorCode::badUse, phrase("{}: is not {}", given_, kind_.noun));
  }
  state();
}

std::string StoreFolder::shown(const std::string& name) const {
  return given_.ends_with('/') ? given_ + name : given_ + '/' + name;
}

std::string StoreFolder::path(const std::string& name) const {
  return path_ + '/' + name;
}

std::int64_t StoreFolder::state() const {
  const std::string name = shown(std::string(kind_.head));
  const std::string text =
      beginOf(openPlainFile(path(std::string(kind_.head)), name, O_RDONLY).get(), name);
  std::string_view rest(text);
  if (!rest.starts_with(kind_.firstWords)) {
    refuse(ErrorCode::badUse, name, phrase("does not describe {}", kind_.noun));
  }
  rest.remove_prefix(kind_.firstWords.size());
  const std::string_view version = rest.substr(0, rest.find('\n'));
  const auto number = numberIn(version, "", "");
  if (!number) {
    refuse(ErrorCode::badUse, name, phrase("does not describe {}", kind_.noun));
  }
  if (*number != kind_.version) {
    refuse(ErrorCode::unsupported, name,
           phrase("has version {}; this Espy reads version {}", *number, kind_.version));
  }
  rest.remove_prefix(std::min(rest.size(), version.size() + 1));
  const auto state = numberIn(rest.substr(0, rest.find('\n')), kind_.stateBegin, kind_.stateEnd);
  if (!state || !rest.ends_with('\n')) {
    refuse(ErrorCode::badPicture, name, phrase("is broken: it does not name the current file"));
  }
  return *state;
}

void StoreFolder::setState(std::int64_t number) const {
  writeFile(path(std::string(kind_.head)), kind_.headText(number));
}

std::vector<std::string> StoreFolder::names() const {
  // libstdc++'s directory_iterator ends the process if it cannot allocate.
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path_.c_str()), ::closedir);
  if (!folder) refuseSystem(given_, phrase("cannot be read"), errno);
  const dirent* entry = nullptr;
  for (errno = 0; (entry = ::readdir(folder.get())) != nullptr; errno = 0) {
    const std::string_view name(entry->d_name);
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) refuseSystem(given_, phrase("cannot be read"), errno);
  std::ranges::sort(names);
  return names;
}

void StoreFolder::sync() const {
  if (!flushFolder(path_.c_str())) {
    refuseSystem(given_, phrase("cannot be written"), errno);
  }
}

StoreLock::StoreLock(const StoreFolder& folder) {
  const std::string name = folder.shown(kLockFile);
  int left = 100;  // attempts; some file systems have no stable numbers of files
  do {
    file_ = openPlainFile(folder.path(kLockFile), name, O_RDWR | O_CREAT);
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) refuseSystem(name, phrase("cannot be locked"), errno);
      std::string who = beginOf(file_.get(), name);
      if (const auto end = who.find('\n'); end != std::string::npos) who.resize(end);
      throwSystem(who.empty() ? phrase("{}: another process is writing to it", folder.given())
                              : phrase("{}: {} is writing to it", folder.given(), who),
                  EWOULDBLOCK);
    }
    // The folder may have been renamed before it was locked.
  } while (--left > 0 && !isAt(folder.path(kLockFile), file_.get()));
  // For messages only; the lock itself is the system's.
  const std::string who = whoWeAre() + '\n';
  [[maybe_unused]] const bool said =
      ::ftruncate(file_.get(), 0) == 0 &&
      ::pwrite(file_.get(), who.data(), who.size(), 0) == std::ssize(who);
}

}  // namespace espy::files
