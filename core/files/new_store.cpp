// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/new_store.h"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/error.h"
#include "files/descriptor.h"

namespace espy::files {
namespace {

namespace fs = std::filesystem;

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

NewStore::NewStore(const std::string& folder)
    : given_(folder),
      target_(targetOf(folder)),
      path_(fs::path(target_).parent_path() / fmt::format(".espy-{:016x}.new", randomNumber())) {
  if (::mkdir(path_.c_str(), 0777) != 0) fail(errno);
  there_ = true;
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
  throw Error(ErrorCode::system,
              phrase("{}: {}", given_, phrase("cannot be created: {}", systemWords(errorNumber))));
}

void NewStore::sync(const std::string& folder) const {
  if (!flushFolder(folder.c_str())) fail(errno);
}

}  // namespace espy::files
