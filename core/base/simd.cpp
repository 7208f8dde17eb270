// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/simd.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"

#if defined(ESPY_X86)
#include <cpuid.h>
#endif

namespace espy {
namespace {

constexpr std::string_view kNames[kSimdLevels] = {"plain", "neon",   "sse4",
                                                  "avx2",  "avx512", "avx512vnni"};

#if defined(ESPY_X86)
std::vector<SimdLevel> foundLevels() {
  std::vector<SimdLevel> levels{SimdLevel::plain};
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  const bool hasF16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c >> 29 & 1U) != 0;
  // The compiler takes each name only as a literal. These are what Highway compiles a target for.
  if (!__builtin_cpu_supports("ssse3") || !__builtin_cpu_supports("sse4.1") ||
      !__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) {
    return levels;
  }
  levels.push_back(SimdLevel::sse4);
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") || !hasF16c) {
    return levels;
  }
  levels.push_back(SimdLevel::avx2);
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl")) {
    return levels;
  }
  levels.push_back(SimdLevel::avx512);
  if (__builtin_cpu_supports("avx512vnni")) levels.push_back(SimdLevel::avx512vnni);
  return levels;
}
#elif defined(__aarch64__)
std::vector<SimdLevel> foundLevels() {
  return {SimdLevel::plain, SimdLevel::neon};
}
#else
std::vector<SimdLevel> foundLevels() {
  return {SimdLevel::plain};
}
#endif

const char* variable() {
  const char* text = std::getenv("ESPY_SIMD");
  return text != nullptr && *text != '\0' ? text : nullptr;
}

std::optional<SimdLevel> levelNamed(std::string_view name) {
  const auto* found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<SimdLevel>(found - std::begin(kNames));
}

bool isHere(SimdLevel level) {
  const std::vector<SimdLevel>& levels = simdLevels();
  return std::find(levels.begin(), levels.end(), level) != levels.end();
}

std::string namesHere() {
  std::string names;
  for (const SimdLevel level : simdLevels()) {
    if (!names.empty()) names += ", ";
    names += nameOf(level);
  }
  return names;
}

/// What limits the process, if anything does and it is a level that is here.
std::optional<SimdLevel> limitOfVariable() {
  const char* const name = variable();
  if (name == nullptr) return std::nullopt;
  const std::optional<SimdLevel> level = levelNamed(name);
  return level && isHere(*level) ? level : std::nullopt;
}

std::atomic<bool> limited = false;

}  // namespace

namespace detail {

std::atomic<int> simdInUse = -1;

int findSimdLevel() {
  const std::optional<SimdLevel> limit = limitOfVariable();
  if (limit) limited = true;
  const int level = static_cast<int>(limit.value_or(simdLevels().back()));
  simdInUse = level;
  return level;
}

}  // namespace detail

std::string_view nameOf(SimdLevel level) {
  return kNames[static_cast<std::size_t>(level)];
}

const std::vector<SimdLevel>& simdLevels() {
  static const std::vector<SimdLevel> levels = foundLevels();
  return levels;
}

SimdLevel simdLevel() {
  return static_cast<SimdLevel>(simdIndex());
}

bool simdIsUnlimited() {
  simdIndex();
  return !limited;
}

void limitSimd(std::optional<SimdLevel> level) {
  if (level && !isHere(*level)) {
    throw Error(ErrorCode::badUse, phrase("this processor does not have {}; it has {}",
                                          nameOf(*level), namesHere()));
  }
  limited = level.has_value();
  detail::simdInUse = static_cast<int>(level.value_or(simdLevels().back()));
}

void checkSimdVariable() {
  const char* const name = variable();
  if (name == nullptr) return;
  const std::optional<SimdLevel> level = levelNamed(name);
  if (level && isHere(*level)) return;
  if (level) {
    throw Error(ErrorCode::badUse,
                phrase("ESPY_SIMD={}: this processor has only {}", name, namesHere()));
  }
  throw Error(ErrorCode::badUse,
              phrase("ESPY_SIMD={}: there is no such level; this processor has {}", name,
                     namesHere()));
}

}  // namespace espy
