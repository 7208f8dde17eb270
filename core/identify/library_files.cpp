// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/library_files.h"

#include <sys/stat.h>

namespace espy::identify {

std::int64_t lastPlaceOf(std::span<const SlabEntry> slabs) {
  return slabs.empty() ? -1 : placeNumber(slabs.back().number, slabs.back().places - 1);
}

std::int64_t placesOf(std::span<const SlabEntry> slabs) {
  std::int64_t places = 0;
  for (const SlabEntry& slab : slabs) places += slab.places;
  return places;
}

std::vector<std::string> filesOf(std::int64_t catalogue, std::span<const SlabEntry> slabs) {
  std::vector<std::string> names{std::string(libraryKind().head), catalogueName(catalogue)};
  for (const SlabEntry& slab : slabs) names.push_back(slabName(slab.number));
  return names;
}

std::int64_t bytesOnDisk(const files::StoreFolder& folder, std::span<const std::string> names) {
  constexpr std::int64_t kBlockBytes = 512;  // unit of `st_blocks` on every file system
  std::int64_t bytes = 0;
  for (const std::string& name : names) {
    struct stat status {};
    if (::lstat(folder.path(name).c_str(), &status) == 0) bytes += status.st_blocks * kBlockBytes;
  }
  return bytes;
}

SurfaceFacts factsOf(const CatalogueHead& head, std::span<const SlabEntry> slabs) {
  SurfaceFacts facts;
  facts.references = head.references;
  facts.features = head.features;
  facts.removed = placesOf(slabs) - head.references;
  facts.slabs = std::ssize(slabs);
  facts.change = head.change;
  facts.leastFeatures = head.options.leastFeatures;
  facts.options = head.options.features;
  facts.maker = head.options.maker;
  return facts;
}

}  // namespace espy::identify
