// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/phrase.h"
#include "base/system_words.h"
#include "base/utf8.h"
#include "base/within_memory.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "identify/catalogue.h"
#include "identify/library_folder.h"
#include "identify/plain_file.h"
#include "identify/slab_file.h"

namespace espy {
namespace identify {
namespace {

namespace fs = std::filesystem;

std::uint64_t byChance() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) {
    throw Error(ErrorCode::system, phrase("the system provides no random numbers"));
  }
  return number;
}

void checkOptions(const SurfaceOptions& options) {
  const std::int64_t most = options.features.most;
  if (most < 1 || most > kMostRows) {
    throw Error(ErrorCode::badUse,
                phrase("a library keeps 1 to {} features a surface, not {}", kMostRows, most));
  }
  if (options.leastFeatures < 1 || options.leastFeatures > most) {
    throw Error(ErrorCode::badUse,
                phrase("with {} features a surface the minimum must be from 1 to {}, not {}", most,
                       most, options.leastFeatures));
  }
  constexpr std::int64_t kLeastSide = 32;
  if (options.features.longestSide < kLeastSide) {
    throw Error(ErrorCode::badUse,
                phrase("the longest side of photographs must be at least {} pixels, not {}",
                       kLeastSide, options.features.longestSide));
  }
  constexpr std::size_t kLongestMaker = 1000;
  if (options.maker.size() > kLongestMaker || !isUtf8(options.maker)) {
    throw Error(ErrorCode::badUse,
                phrase("the name of the feature extractor is too long or not UTF-8"));
  }
}

/// A temporary folder next to the target, renamed when complete.
class PendingFolder {
 public:
  PendingFolder(std::string given, const fs::path& target)
      : given_(std::move(given)),
        target_(target),
        path_(target.parent_path() / fmt::format(".espy-{:016x}.new", byChance())) {
    if (::mkdir(path_.c_str(), 0777) != 0) fail(errno);
    there_ = true;
  }
  ~PendingFolder() {
    std::error_code ignored;
    if (there_) fs::remove_all(path_, ignored);
  }
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

  void commit() {
    sync(path_);
    if (std::rename(path_.c_str(), target_.c_str()) != 0) {
      if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) {
        throw Error(ErrorCode::badUse, phrase("{}: already exists and is not empty", given_));
      }
      fail(errno);
    }
    there_ = false;
    sync(target_.parent_path());
  }

 private:
  [[noreturn]] void fail(int errorNumber) const {
    throw Error(
        ErrorCode::system,
        phrase("{}: {}", given_, phrase("cannot be created: {}", systemWords(errorNumber))));
  }

  void sync(const fs::path& folder) const {
    if (!files::flushFolder(folder.c_str())) fail(errno);
  }

  std::string given_;
  fs::path target_;
  fs::path path_;
  bool there_ = false;
};

/// The absolute path without a trailing slash.
fs::path targetOf(const std::string& folder) {
  if (folder.empty()) throw Error(ErrorCode::badUse, phrase("a library needs a folder"));
  const fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace
}  // namespace identify

using namespace identify;

void SurfaceLibrary::create(const std::string& folder, const SurfaceOptions& options) {
  withinMemory([&] {
    checkOptions(options);
    PendingFolder fresh(folder, targetOf(folder));
    constexpr std::int64_t kFirst = 1;
    const std::string name = catalogueName(kFirst);
    const std::string file = fresh.file(name);
    {
      openPlainFile(file, file, O_RDWR | O_CREAT | O_EXCL);
      Catalogue catalogue(file, file, CatalogueHead{.options = options, .stamp = byChance()});
      catalogue.index();
    }
    if (const auto made = openPlainFile(file, file, O_RDWR); ::fsync(made.get()) != 0) {
      throw Error(ErrorCode::system, phrase("{}: {}", file, systemWords(errno)));
    }
    writeFile(fresh.file(kLibraryFile), libraryText(kFirst));
    fresh.commit();
  });
}

}  // namespace espy
