// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/phrase.h"
#include "io/message.h"

namespace espy::identify {
namespace {

void refuseOther(const struct stat& status, const std::string& shown) {
  if (S_ISREG(status.st_mode)) return;
  if (S_ISLNK(status.st_mode)) {
    io::refuse(ErrorCode::badPicture, shown,
               phrase("is a symbolic link, which no file of a library is"));
  }
  io::refuse(ErrorCode::badPicture, shown, phrase("is no regular file"));
}

[[noreturn]] void refuseOpening(const std::string& shown, int errorNumber) {
  io::refuseSystem(shown, phrase("cannot be opened"), errorNumber);
}

}  // namespace

io::Descriptor openPlainFile(const std::string& path, const std::string& shown, int flags) {
  constexpr int kAlways = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  io::Descriptor file(::open(path.c_str(), flags | kAlways, 0666));
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

}  // namespace espy::identify
