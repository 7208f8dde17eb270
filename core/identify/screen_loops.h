// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "identify/screen.h"

/// Loops of each instruction set.
namespace espy::identify {

const ScreenLoops& simdScreen();
#ifdef ESPY_X86
const ScreenLoops& avxVnniScreen();
extern const ScreenLoops kAmxScreen;
#endif

/// Products of a feature with each of `count` others.
ESPY_SIMD_DECLARE(productsWith, void(const std::uint8_t* feature, const std::uint8_t* features,
                                     std::int64_t count, std::int32_t* products));

/// Least norm of each whole group; returns the largest spread within one.
ESPY_SIMD_DECLARE(normsOfGroups, std::int32_t(const std::int32_t* norms, std::int64_t groups,
                                              std::int32_t* least));

/// Arguments of the ratio test of one reference.
struct RatioTest {
  double under2;
  double over2;
  std::int32_t slack;  ///< the largest high - low of its groups
};
/// Per query feature, by norm and keys: 1 if it might match, else 0.
ESPY_SIMD_DECLARE(testRatios, void(const std::int32_t* norms, const std::int32_t* greatest,
                                   const std::int32_t* second, std::int64_t count,
                                   const RatioTest& test, std::int32_t* passes));

}  // namespace espy::identify
