// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "identify/screen.h"

/// The loops of each instruction set, and others for the SIMD level in use.
namespace espy::identify {

/// ScreenWay::simd.
const ScreenLoops& simdScreen();
#ifdef ESPY_X86
const ScreenLoops& avxVnniScreen();
extern const ScreenLoops kAmxScreen;
#endif

/// Products of a feature with each of `count` others.
void productsWith(const std::uint8_t* feature, const std::uint8_t* features, std::int64_t count,
                  std::int32_t* products);

/// The least norm of each whole group; returns the greatest difference within one.
std::int32_t normsOfGroups(const std::int32_t* norms, std::int64_t groups, std::int32_t* least);

/// What a ratio test needs of one reference.
struct RatioTest {
  double under2;
  double over2;
  std::int32_t slack;  ///< the greatest high - low of its groups
};
/// 1 for each feature of the query that might match, by its norm and keys, else 0.
void testRatios(const std::int32_t* norms, const std::int32_t* greatest, const std::int32_t* second,
                std::int64_t count, const RatioTest& test, std::int32_t* passes);

}  // namespace espy::identify
