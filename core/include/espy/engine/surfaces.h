// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/identify.h"
#include "espy/engine/registry.h"
#include "espy/surfaces.h"

#pragma GCC visibility push(default)
namespace espy {

// The functions of surfaces.h, by one of these engines.
SurfaceAnswer identifySurface(const Registry& registry, std::string_view engine,
                              const SurfaceLibrary& library, const ImageView& photograph,
                              const IdentifyOptions& options = {}, const Control& control = {});
std::vector<SurfaceAnswer> identifySurfaces(const Registry& registry, std::string_view engine,
                                            const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options = {},
                                            const Control& control = {});
/// What of these options ranks references.
RankOptions rankOptionsOf(const IdentifyOptions& options);

/// A reference that was found, with all that is needed to verify it anywhere.
struct SurfaceCandidate {
  std::string id;
  std::int64_t reference = 0;  ///< of its part's shelf
  std::int32_t count = 0;      ///< see `RankOptions::counting`
  std::vector<FeaturePair> pairs;
  Size picture;                      ///< of the reference
  std::vector<FeaturePoint> points;  ///< all of the reference's
};

/// What some parts of a library have to say of a photograph, unverified.
struct SurfaceCandidates {
  std::int64_t references = 0;           ///< that were searched
  std::vector<SurfaceCandidate> ranked;  ///< best first, `top` of them, but at least two
  RunReport report = {};
};

/// The first half of `identifySurfaces`, for a library that is kept in several parts, each of which
/// knows other surfaces: of every query what these parts together have to say. None of them may be
/// refreshed meanwhile.
std::vector<SurfaceCandidates> surfaceCandidates(const Registry& registry, std::string_view engine,
                                                 std::span<const SurfaceLibrary* const> parts,
                                                 std::span<const Features> queries,
                                                 const RankOptions& options = {},
                                                 const Control& control = {});
/// The second half, of one query: merges the candidates of all parts into what
/// `identifySurfaces` returns for one library with all their surfaces. The engine is not reported.
SurfaceAnswer judgeCandidates(const Features& query, std::span<const SurfaceCandidates> heard,
                              const IdentifyOptions& options = {}, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
