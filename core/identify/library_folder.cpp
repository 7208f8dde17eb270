// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/library_folder.h"

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
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/pictures.h"
#include "files/message.h"
#include "identify/plain_file.h"

namespace espy::identify {
namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 1;
constexpr std::string_view kFirstWords = "espy library ";
constexpr std::string_view kCatalogueBegin = "surfaces-";
constexpr std::string_view kCatalogueEnd = ".db";
constexpr std::string_view kSlabBegin = "slab-";
constexpr std::string_view kSlabEnd = ".features";

/// The number between prefix and suffix, in canonical form.
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

std::string beginOf(int file, const std::string& shown) {
  std::array<char, 256> bytes{};
  const ssize_t got = ::pread(file, bytes.data(), bytes.size(), 0);
  if (got < 0) files::refuseSystem(shown, phrase("cannot be read"), errno);
  return {bytes.data(), static_cast<std::size_t>(got)};
}

/// "process 123 on ray"
std::string whoWeAre() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("process {} on {}", ::getpid(), host.data());
}

}  // namespace

std::string catalogueName(std::int64_t number) {
  return fmt::format("{}{}{}", kCatalogueBegin, number, kCatalogueEnd);
}

std::string slabName(std::int64_t number) {
  return fmt::format("{}{}{}", kSlabBegin, number, kSlabEnd);
}

std::string libraryText(std::int64_t catalogue) {
  return fmt::format("{}{}\n{}\n", kFirstWords, kVersion, catalogueName(catalogue));
}

bool isLibraryName(const std::string& name) {
  constexpr std::string_view kJournal = "-journal";
  std::string_view own = name;
  if (own.ends_with(kJournal)) own.remove_suffix(kJournal.size());
  return numberIn(own, kCatalogueBegin, kCatalogueEnd).has_value() ||
         numberIn(name, kSlabBegin, kSlabEnd).has_value() ||
         (name.starts_with(".espy-") && name.ends_with(".tmp"));
}

LibraryFolder::LibraryFolder(std::string given) : given_(std::move(given)) {
  std::error_code failure;
  path_ = fs::canonical(given_.empty() ? "." : given_, failure).string();
  if (!failure && !fs::is_directory(path_, failure) && !failure) {
    throw Error(ErrorCode::badUse, phrase("{}: is a file, not a surface library", given_));
  }
  if (failure) throw Error(ErrorCode::system, phrase("{}: {}", given_, systemWords(failure)));
  struct stat status {};
  if (::lstat(path(kLibraryFile).c_str(), &status) != 0 && errno == ENOENT) {
    throw Error(ErrorCode::badUse, phrase("{}: is not a surface library", given_));
  }
  catalogue();
}

std::string LibraryFolder::shown(const std::string& name) const {
  return given_.ends_with('/') ? given_ + name : given_ + '/' + name;
}

std::string LibraryFolder::path(const std::string& name) const {
  return path_ + '/' + name;
}

std::int64_t LibraryFolder::catalogue() const {
  const std::string name = shown(kLibraryFile);
  const std::string text = beginOf(openPlainFile(path(kLibraryFile), name, O_RDONLY).get(), name);
  std::string_view rest(text);
  if (!rest.starts_with(kFirstWords)) {
    files::refuse(ErrorCode::badUse, name, phrase("does not describe a surface library"));
  }
  rest.remove_prefix(kFirstWords.size());
  const std::string_view version = rest.substr(0, rest.find('\n'));
  const auto number = numberIn(version, "", "");
  if (!number) {
    files::refuse(ErrorCode::badUse, name, phrase("does not describe a surface library"));
  }
  if (*number != kVersion) {
    files::refuse(
        ErrorCode::unsupported, name,
        phrase("this library has version {}; this Espy reads version {}", *number, kVersion));
  }
  rest.remove_prefix(std::min(rest.size(), version.size() + 1));
  const auto counts = numberIn(rest.substr(0, rest.find('\n')), kCatalogueBegin, kCatalogueEnd);
  if (!counts || !rest.ends_with('\n')) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("is broken: it does not name the current file"));
  }
  return *counts;
}

void LibraryFolder::setCatalogue(std::int64_t number) const {
  writeFile(path(kLibraryFile), libraryText(number));
}

std::vector<std::string> LibraryFolder::names() const {
  // libstdc++'s directory_iterator ends the process if it cannot allocate.
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path_.c_str()), ::closedir);
  if (!folder) files::refuseSystem(given_, phrase("cannot be read"), errno);
  const dirent* entry = nullptr;
  for (errno = 0; (entry = ::readdir(folder.get())) != nullptr; errno = 0) {
    const std::string_view name(entry->d_name);
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) files::refuseSystem(given_, phrase("cannot be read"), errno);
  std::ranges::sort(names);
  return names;
}

void LibraryFolder::sync() const {
  if (!files::flushFolder(path_.c_str())) {
    files::refuseSystem(given_, phrase("cannot be written"), errno);
  }
}

LibraryLock::LibraryLock(const LibraryFolder& folder) {
  const std::string name = folder.shown(kLockFile);
  file_ = openPlainFile(folder.path(kLockFile), name, O_RDWR | O_CREAT);
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) files::refuseSystem(name, phrase("cannot be locked"), errno);
    std::string who = beginOf(file_.get(), name);
    if (const auto end = who.find('\n'); end != std::string::npos) who.resize(end);
    throw Error(ErrorCode::system,
                who.empty() ? phrase("{}: another process is writing to it", folder.given())
                            : phrase("{}: {} is writing to it", folder.given(), who));
  }
  // For messages only; the lock itself is the system's.
  const std::string who = whoWeAre() + '\n';
  [[maybe_unused]] const bool said =
      ::ftruncate(file_.get(), 0) == 0 &&
      ::pwrite(file_.get(), who.data(), who.size(), 0) == std::ssize(who);
}

}  // namespace espy::identify
