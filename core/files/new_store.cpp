// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/new_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/error.h"
#include "files/descriptor.h"

namespace espy::files {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = ".espy-";
constexpr std::string_view kEnd = ".new";
constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Removes temporary folders that no process holds: their creation was killed.
void removeAbandoned(const fs::path& parent) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(parent.c_str()), ::closedir);
  if (!entries) return;  // nothing can be created either
  while (const dirent* entry = ::readdir(entries.get())) {
    const std::string_view name(entry->d_name);
    if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) continue;
    if (name.size() != kBegin.size() + 16 + kEnd.size()) continue;
    const Descriptor held(::openat(::dirfd(entries.get()), entry->d_name, kFlags));
    if (!held.valid() || ::flock(held.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    fs::remove_all(parent / name, ignored);
  }
}

/// The absolute path without a trailing slash.
fs::path targetOf(const std::string& folder) {
  if (folder.empty()) throw Error(ErrorCode::badUse, phrase("the name of the folder is empty"));
  const fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

std::uint64_t randomNumber() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) {
    throw Error(ErrorCode::system, phrase("the system provides no random numbers"));
  }
  return number;
}

NewStore::NewStore(const std::string& folder) : given_(folder), target_(targetOf(folder)) {
  const fs::path parent = fs::path(target_).parent_path();
  removeAbandoned(parent);
  do {
    path_ = parent / fmt::format("{}{:016x}{}", kBegin, randomNumber(), kEnd);
    if (::mkdir(path_.c_str(), 0777) != 0) fail(errno);
  } while (!hold());
  there_ = true;
}

bool NewStore::hold() {
  held_ = Descriptor(::open(path_.c_str(), kFlags));
  if (!held_.valid() && errno != ENOENT) fail(errno);
  if (held_.valid() && ::flock(held_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return false;
  }
  return ::access(path_.c_str(), F_OK) == 0;
}

NewStore::~NewStore() {
  std::error_code ignored;
  if (there_) fs::remove_all(path_, ignored);
}

std::string NewStore::file(const std::string& name) const {
  return path_ + '/' + name;
}

void NewStore::commit() {
  sync(path_);
  if (std::rename(path_.c_str(), target_.c_str()) != 0) {
    if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) {
      throw Error(ErrorCode::badUse, phrase("{}: already exists and is not empty", given_));
    }
    fail(errno);
  }
  there_ = false;
  sync(fs::path(target_).parent_path());
}

void NewStore::fail(int errorNumber) const {
  throwSystem(phrase("{}: {}", given_, phrase("cannot be created: {}", systemWords(errorNumber))),
              errorNumber);
}

void NewStore::sync(const std::string& folder) const {
  if (!flushFolder(folder.c_str())) fail(errno);
}

}  // namespace espy::files
