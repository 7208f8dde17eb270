// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "identify/catalogue.h"
#include "identify/library_folder.h"
#include "identify/slab_file.h"

/// What readers, the writer and those who look for faults ask of a library's files.
namespace espy::identify {

inline SlabHead slabHead(const CatalogueHead& head, std::int64_t number) {
  return {head.options.features.most, head.stamp, number};
}

inline std::int64_t placeNumber(std::int64_t slab, std::int64_t index) {
  return slab * kSlabPlaces + index;
}

/// No place has a greater number; -1 without slabs.
std::int64_t lastPlaceOf(std::span<const SlabEntry> slabs);
/// Places of all of them.
std::int64_t placesOf(std::span<const SlabEntry> slabs);

/// All files that are the library, by name.
std::vector<std::string> filesOf(std::int64_t catalogue, std::span<const SlabEntry> slabs);
/// What they take on the disk.
std::int64_t bytesOnDisk(const LibraryFolder& folder, std::span<const std::string> names);

/// What `SurfaceFacts` says, but for what is counted by who has the library open.
SurfaceFacts factsOf(const CatalogueHead& head, std::span<const SlabEntry> slabs);

}  // namespace espy::identify
