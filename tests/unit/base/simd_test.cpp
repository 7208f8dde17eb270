// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/simd.h"
#include "hwy/detect_targets.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "support/limited_simd.h"
#include "support/scoped_variable.h"
#include "support/thrown_errors.h"

namespace espy::test {

/// Highway's name of the target that dynamic dispatch selects.
std::string targetThatRuns();

namespace {

/// CPU flags that the system reports for the first processor.
std::set<std::string> flagsOfSystem() {
  std::ifstream lines("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;) flags.insert(word);
    break;
  }
  return flags;
}

bool isSupported(SimdLevel level) {
  const auto& levels = simdLevels();
  return std::find(levels.begin(), levels.end(), level) != levels.end();
}

/// Restores the initial SIMD level.
class Simd : public testing::Test {
 protected:
  ~Simd() override { limitSimd(before_); }

 private:
  SimdLevel before_ = simdLevel();
};

TEST_F(Simd, HasTheLevelsThatTheSystemReports) {
#if !defined(ESPY_X86)
  GTEST_SKIP() << "the system's names are those of x86-64";
#endif
  const std::set<std::string> flags = flagsOfSystem();
  if (flags.empty()) GTEST_SKIP() << "the system reports no flags";
  const auto has = [&](std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](auto name) { return flags.contains(name); });
  };
  const bool sse4 = has({"ssse3", "sse4_1", "sse4_2", "popcnt"});
  const bool avx2 = sse4 && has({"avx2", "fma", "bmi1", "bmi2", "f16c"});
  const bool avx512 = avx2 && has({"avx512f", "avx512bw", "avx512dq", "avx512vl"});
  const auto isCompiled = [](std::int64_t target) { return (HWY_DISABLED_TARGETS & target) == 0; };
  EXPECT_TRUE(isSupported(SimdLevel::plain));
  EXPECT_EQ(isSupported(SimdLevel::sse4), sse4 && isCompiled(HWY_SSE4));
  EXPECT_EQ(isSupported(SimdLevel::avx2), avx2 && isCompiled(HWY_AVX2));
  EXPECT_EQ(isSupported(SimdLevel::avx512), avx512 && isCompiled(HWY_AVX3));
  EXPECT_EQ(isSupported(SimdLevel::avx512vnni),
            avx512 && isCompiled(HWY_AVX3) && has({"avx512_vnni"}));
}

TEST_F(Simd, TheLevelInUseIsTheOneWhoseCodeRuns) {
  const std::map<SimdLevel, std::string> targets = {
      {SimdLevel::plain, isSupported(SimdLevel::neon) ? "NEON"
                         : ESPY_SANITIZED             ? "AVX2"
                                                      : "SSE4"},
      {SimdLevel::neon, "NEON"},
      {SimdLevel::sse4, "SSE4"},
      {SimdLevel::avx2, "AVX2"},
      {SimdLevel::avx512, "AVX3"},
      {SimdLevel::avx512vnni, "AVX3"}};
  EXPECT_EQ(targetThatRuns(), targets.at(simdLevel()));
  for (const SimdLevel level : simdLevels()) {
    limitSimd(level);
    EXPECT_EQ(simdLevel(), level);
    EXPECT_EQ(targetThatRuns(), targets.at(level));
    EXPECT_FALSE(simdIsUnlimited());
  }
  limitSimd({});
  EXPECT_EQ(simdLevel(), simdLevels().back());
}

TEST_F(Simd, RefusesWhatTheProcessorDoesNotHave) {
  const SimdLevel foreign = isSupported(SimdLevel::neon) ? SimdLevel::avx2 : SimdLevel::neon;
  EXPECT_THROW(limitSimd(foreign), Error);
  const auto refusal = [](const char* value) {
    const ScopedVariable variable("ESPY_SIMD", value);
    return errorOf(ErrorCode::badUse, checkSimdVariable);
  };
  EXPECT_EQ(refusal("plain"), "");
  EXPECT_EQ(refusal(""), "");
  EXPECT_TRUE(refusal("fast").starts_with("ESPY_SIMD=fast: there is no such level"))
      << refusal("fast");
  const std::string name(nameOf(foreign));
  EXPECT_TRUE(
      refusal(name.c_str()).starts_with("ESPY_SIMD=" + name + ": this build has only plain, "))
      << refusal(name.c_str());
}

}  // namespace
}  // namespace espy::test
