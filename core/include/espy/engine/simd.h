// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace espy {

/// An instruction set for which hot loops are compiled. Results do not depend on it.
enum class SimdLevel : std::uint8_t {
  plain,       ///< the baseline: the code of sse4 or neon
  neon,        ///< arm64: 16-byte vectors
  sse4,        ///< x86-64: 16-byte vectors
  avx2,        ///< 32-byte vectors, FMA, BMI2
  avx512,      ///< 64-byte vectors: F, BW, DQ, VL
  avx512vnni,  ///< plus dot products of bytes (VNNI)
};

/// "plain", "neon", "sse4", "avx2", "avx512" or "avx512vnni", as in `ESPY_SIMD`.
std::string_view nameOf(SimdLevel level);

/// The levels of this processor that are compiled, lowest first; never empty. `plain` is what every
/// processor needs: SSE 4.2 on x86-64, NEON on arm64.
const std::vector<SimdLevel>& simdLevels();

/// The level in use: the highest of `simdLevels()` allowed by the environment variable `ESPY_SIMD`,
/// read once, or by the last `limitSimd()`.
SimdLevel simdLevel();

/// Limits the whole process to `level` and lower ones, or removes the limit. For tests and
/// benchmarks; no search may be running. Throws `badUse` for a level that is not in `simdLevels()`.
void limitSimd(std::optional<SimdLevel> level);

/// Throws `badUse` if `ESPY_SIMD` is set to an unknown name, or to a level that is not in
/// `simdLevels()`, and `unsupported` on an x86-64 processor without SSE 4.2. Called by
/// `makeRegistry()`.
void checkSimdVariable();

}  // namespace espy
#pragma GCC visibility pop
