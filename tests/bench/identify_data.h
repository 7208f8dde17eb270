// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espy/features.h"
#include "support/surface_photo.h"

/// The surfaces and photographs with which it is measured how surely surfaces are identified, and
/// their features, which are kept in files: a hundred thousand take more than an hour.
namespace espy::bench {

/// The first so many surfaces are those that queries show, and have as many features as a query.
inline constexpr std::int64_t kAskedSurfaces = 1000;
inline constexpr std::int64_t kReferenceFeatures = 384;
inline constexpr std::int64_t kQueryFeatures = 768;
/// Of each level.
inline constexpr std::int64_t kQueries = 3000;
/// Surfaces or queries in a file.
inline constexpr std::int64_t kInFile = 500;

/// A photograph of somebody who asks.
struct SurfaceQuery {
  std::int64_t surface = 0;  ///< of the library; -1: none of them
  std::int64_t like = -1;    ///< where it is none: the one that it shares its lower layer with
};
/// The same at every level.
SurfaceQuery surfaceQuery(std::int64_t number);

/// The surface of the library with which this one shares its lower layer, or -1.
std::int64_t likeOf(std::int64_t surface);

/// The photographs themselves.
Image referencePhoto(std::int64_t surface);
Image queryPhoto(test::SurfaceLevel level, std::int64_t number);
/// How a query sees its surface.
test::SurfaceView viewOfQuery(test::SurfaceLevel level, std::int64_t number);

/// The features of some surfaces or queries, in a folder of files that are made where they are
/// missing, on so many threads.
std::vector<Features> referenceFeatures(const std::string& folder, std::int64_t first,
                                        std::int64_t end, int threads);
std::vector<Features> queryFeatures(const std::string& folder, test::SurfaceLevel level,
                                    std::int64_t first, std::int64_t end, int threads);

}  // namespace espy::bench
