// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/phrase.h"
#include "base/scratch.h"
#include "base/simd.h"
#include "espy/engine/identify.h"
#include "espy/error.h"
#include "identify/nearest.h"

namespace espy::identify {

/// Throws `badUse` for ORB features, which libraries do not hold.
inline void requireSift(bool orb) {
  if (orb) throw Error(ErrorCode::badUse, phrase("libraries are of SIFT features, not ORB"));
}

/// ORB features in the layout of a level's loop.
struct PackedOrb {
  std::int64_t count = 0;
  ScratchVector<std::uint32_t> words;
};
ESPY_SIMD_DECLARE(packOrb,
                  void(const std::uint8_t* features, std::int64_t count, PackedOrb& packed));
/// `twoNearest` of ORB features: squares of Hamming distances.
ESPY_SIMD_DECLARE(twoNearestOrb,
                  TwoNearest(const std::uint8_t* feature, const PackedOrb& reference));

/// `MatchOrb` on `control.threads` threads.
std::vector<FeatureMatch> matchOrb(const Features& query, const Features& reference, Ratio ratio,
                                   const Control& control);

}  // namespace espy::identify
