// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/simd.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"
#include "hwy/detect_targets.h"

#if defined(ESPY_X86)
#include <cpuid.h>
#endif

namespace espy {
namespace {

constexpr std::string_view kNames[kSimdLevels] = {"plain", "neon",   "sse4",
                                                  "avx2",  "avx512", "avx512vnni"};

#if defined(ESPY_X86)
/// CPUID and XCR0 (the registers that the system saves). Instead of __builtin_cpu_supports(), which
/// runs CPUID at every program start; under a hypervisor each CPUID takes 10 microseconds.
struct Processor {
  unsigned features = 0;    ///< leaf 1, ECX
  unsigned extensions = 0;  ///< leaf 7, EBX
  unsigned additions = 0;   ///< leaf 7, ECX
  unsigned registers = 0;   ///< XCR0

  Processor() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned d = 0;
    constexpr unsigned kSystemKeepsRegisters = 1U << 27;
    if (__get_cpuid(1, &a, &b, &features, &d) == 0) return;
    if (__get_cpuid_count(7, 0, &a, &extensions, &additions, &d) == 0) extensions = additions = 0;
    if ((features & kSystemKeepsRegisters) != 0) {
      asm("xgetbv" : "=a"(registers), "=d"(d) : "c"(0));
    }
  }
};

constexpr unsigned bits(std::initializer_list<int> numbers) {
  unsigned all = 0;
  for (const int number : numbers) all |= 1U << number;
  return all;
}

constexpr bool hasAll(unsigned word, unsigned bits) {
  return (word & bits) == bits;
}

constexpr bool isCompiled(std::int64_t target) {
  return (HWY_DISABLED_TARGETS & target) == 0;
}

/// Levels by the features that Highway compiles each target for.
std::vector<SimdLevel> foundLevels() {
  constexpr unsigned kSse4 = bits({9, 19, 20, 23});          // SSSE3, SSE 4.1, SSE 4.2, POPCNT
  constexpr unsigned kFmaF16c = bits({12, 29});              // FMA, F16C
  constexpr unsigned kAvx2 = bits({3, 5, 8});                // BMI1, AVX2, BMI2
  constexpr unsigned kAvx512 = bits({16, 17, 30, 31});       // F, DQ, BW, VL
  constexpr unsigned kVnni = bits({11});                     // AVX512_VNNI
  constexpr unsigned kLowerHalves = bits({1, 2});            // XMM, YMM
  constexpr unsigned kAllRegisters = bits({1, 2, 5, 6, 7});  // and ZMM, masks
  const Processor here;
  if (!hasAll(here.features, kSse4)) {
    throw Error(ErrorCode::unsupported, phrase("this processor lacks SSE 4.2, which Espy needs"));
  }
  std::vector<SimdLevel> levels{SimdLevel::plain};
  if (isCompiled(HWY_SSE4)) levels.push_back(SimdLevel::sse4);
  if (!hasAll(here.features, kFmaF16c) || !hasAll(here.extensions, kAvx2) ||
      !hasAll(here.registers, kLowerHalves)) {
    return levels;
  }
  if (isCompiled(HWY_AVX2)) levels.push_back(SimdLevel::avx2);
  if (!isCompiled(HWY_AVX3) || !hasAll(here.extensions, kAvx512) ||
      !hasAll(here.registers, kAllRegisters)) {
    return levels;
  }
  levels.push_back(SimdLevel::avx512);
  if (hasAll(here.additions, kVnni)) levels.push_back(SimdLevel::avx512vnni);
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

/// The limit from ESPY_SIMD, if it names a level that this machine has.
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
    throw Error(ErrorCode::badUse,
                phrase("this build does not have {} on this processor; it has {}", nameOf(*level),
                       namesHere()));
  }
  limited = level.has_value();
  detail::simdInUse = static_cast<int>(level.value_or(simdLevels().back()));
}

void checkSimdVariable() {
  simdLevels();  // throws if the processor lacks what every level needs
  const char* const name = variable();
  if (name == nullptr) return;
  const std::optional<SimdLevel> level = levelNamed(name);
  if (level && isHere(*level)) return;
  if (level) {
    throw Error(ErrorCode::badUse, phrase("ESPY_SIMD={}: this build has only {} on this processor",
                                          name, namesHere()));
  }
  throw Error(ErrorCode::badUse,
              phrase("ESPY_SIMD={}: there is no such level; this build has {} on this processor",
                     name, namesHere()));
}

}  // namespace espy
