// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/output_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <utility>
#include <vector>

#include "files/message.h"

namespace espy::files {
namespace {

constexpr int kMostLinks = 40;

[[noreturn]] void fail(const std::string& shown, int errorNumber) {
  refuseSystem(shown, phrase("cannot be written"), errorNumber);
}

std::string linkText(const Descriptor& link, const std::string& shown) {
  std::vector<char> text(PATH_MAX);
  const ssize_t size = ::readlinkat(link.get(), "", text.data(), text.size());
  if (size < 0) fail(shown, errno);
  return {text.data(), static_cast<std::size_t>(size)};
}

bool inProc(const Descriptor& entry) {
  struct statfs system {};
  return ::fstatfs(entry.get(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

}  // namespace

bool mayTake(const struct stat& entry, const struct stat& folder, uid_t user) {
  const bool guarded = S_ISLNK(entry.st_mode) || S_ISREG(entry.st_mode) || S_ISFIFO(entry.st_mode);
  const bool shared = (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
  return !guarded || !shared || entry.st_uid == user || entry.st_uid == folder.st_uid;
}

OutputPlace outputPlace(const std::string& path, bool follow, const std::string& shown) {
  OutputPlace place;
  std::string rest = path;
  for (int links = 0; links < kMostLinks; ++links) {
    const std::size_t slash = rest.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : rest.substr(0, slash + 1);
    place.name = slash == std::string::npos ? rest : rest.substr(slash + 1);
    if (rest.empty()) fail(shown, ENOENT);
    // The kernel resolves the folders of the path: its own rule (fs.protected_symlinks), too, is
    // for the last component only.
    const int from = place.folder.valid() ? place.folder.get() : AT_FDCWD;
    Descriptor opened(::openat(from, folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!opened.valid()) fail(shown, errno);
    place.folder = std::move(opened);
    if (place.name.empty() || place.name == "." || place.name == "..") fail(shown, EISDIR);

    // By descriptor, so that the checked entry is the one that is followed.
    const Descriptor entry(
        ::openat(place.folder.get(), place.name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!entry.valid()) {
      if (errno == ENOENT) return place;
      fail(shown, errno);
    }
    struct stat status {};
    struct stat around {};
    if (::fstat(entry.get(), &status) != 0) fail(shown, errno);
    if (::fstat(place.folder.get(), &around) != 0) fail(shown, errno);
    const bool link = S_ISLNK(status.st_mode);
    if ((follow || !link) && !mayTake(status, around, ::geteuid())) {
      refuse(ErrorCode::system, shown,
             link ? phrase("cannot be written: it is another user's link in a folder that all may "
                           "write to")
                  : phrase("cannot be written: it belongs to another user, in a folder that all "
                           "may write to"));
    }
    if (!link || !follow) {
      place.there = status;
      return place;
    }
    struct stat behind {};
    if (inProc(entry) && ::fstatat(place.folder.get(), place.name.c_str(), &behind, 0) == 0 &&
        !S_ISREG(behind.st_mode)) {
      place.there = behind;
      place.nameless = true;
      return place;
    }
    rest = linkText(entry, shown);
  }
  fail(shown, ELOOP);
}

}  // namespace espy::files
