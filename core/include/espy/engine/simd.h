// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace espy {

/// An instruction set that hot loops are compiled for. Results do not depend on it, only speed
/// does.
enum class SimdLevel : std::uint8_t {
  plain,       ///< the least that the architecture guarantees
  neon,        ///< arm64: 16-byte vectors
  sse4,        ///< x86-64: 16-byte vectors
  avx2,        ///< 32-byte vectors, FMA, BMI2
  avx512,      ///< 64-byte vectors: F, BW, DQ, VL
  avx512vnni,  ///< and dot products of bytes (VNNI)
};

/// "plain", "neon", "sse4", "avx2", "avx512" or "avx512vnni", as `ESPY_SIMD` takes it.
std::string_view nameOf(SimdLevel level);

/// The levels that this processor has, lowest first; never empty.
const std::vector<SimdLevel>& simdLevels();

/// The level in use: the highest of `simdLevels()` that the environment variable `ESPY_SIMD`, read
/// once, or the last `limitSimd()` allows.
SimdLevel simdLevel();

/// Limits the whole process to `level` and what it implies, or lifts the limit. For tests and
/// benchmarks: no search may be running. Throws `Error` (badUse) for a level that this processor
/// does not have.
void limitSimd(std::optional<SimdLevel> level);

/// Throws `Error` (badUse) if `ESPY_SIMD` is set to a name that is unknown, or to a level that this
/// processor does not have. `makeRegistry()` calls this.
void checkSimdVariable();

}  // namespace espy
#pragma GCC visibility pop
