// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "espy/engine/simd.h"
#include "espy/error.h"

namespace {

constexpr int kSkipped = 77;

/// Checks that tests restored the SIMD level that ESPY_SIMD selects.
class LevelIsKept : public testing::Environment {
 public:
  void TearDown() override {
    const char* const wanted = std::getenv("ESPY_SIMD");
    if (wanted != nullptr) {
      EXPECT_EQ(espy::nameOf(espy::simdLevel()), std::string_view(wanted));
    }
  }
};

}  // namespace

/// Runs the tests at the level ESPY_SIMD; exits with kSkipped if the CPU lacks it. With the
/// argument
/// --unless-best also if it is the CPU's best one, at which tests run without ESPY_SIMD.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    espy::checkSimdVariable();
  } catch (const espy::Error& error) {
    std::cout << "skipped: " << error.what() << '\n';
    return kSkipped;
  }
  const char* const level = std::getenv("ESPY_SIMD");
  if (argc > 1 && argv[1] == std::string_view("--unless-best") && level != nullptr &&
      espy::nameOf(espy::simdLevels().back()) == level) {
    std::cout << "skipped: " << level << " is the best level of this processor\n";
    return kSkipped;
  }
  testing::AddGlobalTestEnvironment(new LevelIsKept);
  return RUN_ALL_TESTS();
}
