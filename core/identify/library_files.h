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

/// Queries on a library's files, shared by readers, writer and verification.
namespace espy::identify {

inline SlabHead slabHead(const CatalogueHead& head, std::int64_t number) {
  return {head.options.features.most, head.stamp, number};
}

inline std::int64_t placeNumber(std::int64_t slab, std::int64_t index) {
  return slab * kSlabPlaces + index;
}

/// The largest position; -1 without slabs.
std::int64_t lastPlaceOf(std::span<const SlabEntry> slabs);
std::int64_t placesOf(std::span<const SlabEntry> slabs);

std::vector<std::string> filesOf(std::int64_t catalogue, std::span<const SlabEntry> slabs);
std::int64_t bytesOnDisk(const files::StoreFolder& folder, std::span<const std::string> names);

/// `SurfaceFacts` without the open library's own counters.
SurfaceFacts factsOf(const CatalogueHead& head, std::span<const SlabEntry> slabs);

}  // namespace espy::identify
