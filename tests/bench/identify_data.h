// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espy/features.h"
#include "support/surface_photo.h"

/// Synthetic surfaces and photographs to measure the accuracy of identification. Their features are
/// cached in files; 100,000 surfaces take more than an hour.
namespace espy::bench {

/// Surfaces 0..kQueriedSurfaces-1 are shown by queries; they have as many features as a query.
inline constexpr std::int64_t kQueriedSurfaces = 1000;
inline constexpr std::int64_t kReferenceFeatures = 384;
inline constexpr std::int64_t kQueryFeatures = 768;
/// Per level.
inline constexpr std::int64_t kQueries = 3000;
/// Surfaces or queries per file.
inline constexpr std::int64_t kInFile = 500;

/// Ground truth of a query.
struct SurfaceQuery {
  std::int64_t surface = 0;  ///< shown surface of the library; -1: none
  std::int64_t like = -1;    ///< if none: surface with the same lower layer, or -1
};
/// Independent of the level.
SurfaceQuery surfaceQuery(std::int64_t number);

/// Surface of the library that shares this one's lower layer, or -1.
std::int64_t likeOf(std::int64_t surface);

/// The rendered photographs.
Image referencePhoto(std::int64_t surface);
Image queryPhoto(test::SurfaceLevel level, std::int64_t number);
/// Camera and light of a query.
test::SurfaceView viewOfQuery(test::SurfaceLevel level, std::int64_t number);

/// Features of the surfaces or queries first..end-1. Missing cache files in `folder` are made on
/// `threads` threads.
std::vector<Features> referenceFeatures(const std::string& folder, std::int64_t first,
                                        std::int64_t end, int threads);
std::vector<Features> queryFeatures(const std::string& folder, test::SurfaceLevel level,
                                    std::int64_t first, std::int64_t end, int threads);

}  // namespace espy::bench
