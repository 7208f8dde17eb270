// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/phrase.h"
#include "files/message.h"

namespace espy::files {
namespace {

void refuseOther(const struct stat& status, const std::string& shown) {
  if (S_ISREG(status.st_mode)) return;
  if (S_ISLNK(status.st_mode)) {
    refuse(ErrorCode::badPicture, shown, phrase("is a symbolic link, not a file"));
  }
  refuse(ErrorCode::badPicture, shown, phrase("is not a regular file"));
}

[[noreturn]] void refuseOpening(const std::string& shown, int errorNumber) {
  refuseSystem(shown, phrase("cannot be opened"), errorNumber);
}

}  // namespace

Descriptor openPlainFile(const std::string& path, const std::string& shown, int flags) {
  constexpr int kAlways = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  Descriptor file(::open(path.c_str(), flags | kAlways, 0666));
  if (!file.valid()) {
    const int error = errno;
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0) refuseOther(status, shown);
    refuseOpening(shown, error);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) refuseOpening(shown, errno);
  refuseOther(status, shown);
  return file;
}

void checkPlainFile(const std::string& path, const std::string& shown) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) refuseOpening(shown, errno);
  refuseOther(status, shown);
}

}  // namespace espy::files
