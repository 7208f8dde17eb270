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

// The functions of surfaces.h with an explicit registry and engine.
SurfaceAnswer identifySurface(const Registry& registry, std::string_view engine,
                              const SurfaceLibrary& library, const ImageView& photograph,
                              const IdentifyOptions& options = {}, const Control& control = {});
std::vector<SurfaceAnswer> identifySurfaces(const Registry& registry, std::string_view engine,
                                            const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options = {},
                                            const Control& control = {});
/// Compares a photograph with one surface, without a library; both by SIFT, or both by ORB, for
/// which no `engine` has a GPU. Throws as `rankReferences`, and `badUse` if their features differ
/// in kind.
SurfaceAnswer compareSurface(const Registry& registry, std::string_view engine,
                             const Surface& surface, Features query,
                             const IdentifyOptions& options = {}, const Control& control = {});
/// The ranking part of these options.
RankOptions rankOptionsOf(const IdentifyOptions& options);

/// A ranked reference with everything needed to verify it elsewhere.
struct SurfaceCandidate {
  std::string id;
  std::int64_t reference = 0;  ///< in its part's shelf
  std::int32_t count = 0;      ///< see `RankOptions::counting`
  std::vector<FeaturePair> pairs;
  Size picture;                      ///< of the reference
  std::vector<FeaturePoint> points;  ///< all points of the reference
};

/// Unverified candidates for a photograph, from some parts of a library.
struct SurfaceCandidates {
  std::int64_t references = 0;           ///< number of searched references
  std::vector<SurfaceCandidate> ranked;  ///< best first, `top` of them, but at least two
  RunReport report = {};
};

/// First half of `identifySurfaces`, for a library in several parts with disjoint surfaces: the
/// candidates of each query. No part may be refreshed meanwhile.
std::vector<SurfaceCandidates> surfaceCandidates(const Registry& registry, std::string_view engine,
                                                 std::span<const SurfaceLibrary* const> parts,
                                                 std::span<const Features> queries,
                                                 const RankOptions& options = {},
                                                 const Control& control = {});
/// Second half, for one query: merges the candidates of all parts and returns the answer of
/// `identifySurfaces` for a single library with all surfaces. The engine is not reported.
SurfaceAnswer judgeCandidates(const Features& query, std::span<const SurfaceCandidates> heard,
                              const IdentifyOptions& options = {}, const Control& control = {});

/// A defect of a library.
struct SurfaceFault {
  std::string id;  ///< of the surface; empty: about a file
  Message what;
};
/// Reads the whole library and verifies its checksums. Throws only if it cannot be opened.
std::vector<SurfaceFault> verifyLibrary(const std::string& folder, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
