// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/phrase.h"
#include "base/system_words.h"
#include "base/utf8.h"
#include "base/within_memory.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "files/new_store.h"
#include "files/plain_file.h"
#include "identify/catalogue.h"
#include "identify/library_folder.h"
#include "identify/orb.h"
#include "identify/slab_file.h"

namespace espy {
namespace identify {
namespace {

void checkOptions(const SurfaceOptions& options) {
  requireSift(options.features.orb);
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

}  // namespace
}  // namespace identify

using namespace identify;

void SurfaceLibrary::create(const std::string& folder, const SurfaceOptions& options) {
  withinMemory([&] {
    checkOptions(options);
    if (folder.empty()) throw Error(ErrorCode::badUse, phrase("a library needs a folder"));
    files::NewStore fresh(folder);
    constexpr std::int64_t kFirst = 1;
    const std::string name = catalogueName(kFirst);
    const std::string file = fresh.file(name);
    {
      files::openPlainFile(file, file, O_RDWR | O_CREAT | O_EXCL);
      Catalogue catalogue(file, file,
                          CatalogueHead{.options = options, .stamp = files::randomNumber()});
      catalogue.index();
    }
    if (const auto made = files::openPlainFile(file, file, O_RDWR); ::fsync(made.get()) != 0) {
      throwSystem(phrase("{}: {}", file, systemWords(errno)), errno);
    }
    writeFile(fresh.file(std::string(libraryKind().head)), libraryKind().headText(kFirst));
    fresh.commit();
  });
}

}  // namespace espy
