// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/cpu.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "base/lanes.h"

namespace espy {
namespace {

/// What the system says that the first processor can.
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

TEST(Cpu, HasWhatTheSystemSays) {
#if defined(ESPY_X86)
  const std::set<std::string> flags = flagsOfSystem();
  if (flags.empty()) GTEST_SKIP() << "the system does not say";
  const bool avx2 = flags.contains("avx2");
  bool avx512 = avx2;
  for (const char* flag : {"avx512f", "avx512bw", "avx512dq", "avx512vl", "bmi2", "popcnt"}) {
    avx512 = avx512 && flags.contains(flag);
  }
  EXPECT_EQ(cpuHas(CpuLevel::avx2), avx2);
  EXPECT_EQ(cpuHas(CpuLevel::avx512), avx512);
  EXPECT_EQ(cpuHas(CpuLevel::vnni), avx512 && flags.contains("avx512_vnni"));
#else
  EXPECT_EQ(cpuLevel(), CpuLevel::plain);
#endif
}

TEST(Cpu, HasAllLevelsBelowItsOwn) {
  EXPECT_TRUE(cpuHas(CpuLevel::plain));
  for (const CpuLevel level : {CpuLevel::avx2, CpuLevel::avx512, CpuLevel::vnni}) {
    const auto below = static_cast<CpuLevel>(static_cast<int>(level) - 1);
    EXPECT_TRUE(!cpuHas(level) || cpuHas(below)) << static_cast<int>(level);
  }
  EXPECT_TRUE(cpuHas(cpuLevel()));
}

TEST(Cpu, LanesAreAsWideAsTheirNumbers) {
  static_assert(sizeof(Lanes<std::uint8_t, 16>) == 16);
  static_assert(sizeof(Lanes<std::uint64_t, 8>) == 64);
  const Lanes<std::uint32_t, 16> three = Lanes<std::uint32_t, 16>{} + 3U;
  for (int i = 0; i < 16; ++i) EXPECT_EQ(three[i] + static_cast<unsigned>(i), 3U + i);
}

}  // namespace
}  // namespace espy
