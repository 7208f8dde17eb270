// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "command.h"
#include "espy/engine/all.h"
#include "support/json.h"
#include "support/scoped_variable.h"

namespace espy::test {
namespace {

class Devices : public CommandTest {
 protected:
  const Registry registry_ = makeRegistry();
};

TEST_F(Devices, TheTableHasALinePerEngine) {
  const Outcome outcome = espy({"devices"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  std::istringstream lines(outcome.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  for (const Engine& engine : registry_.engines()) {
    ASSERT_TRUE(std::getline(lines, line)) << engine.name;
    EXPECT_TRUE(line.starts_with(engine.name + " ")) << line;
    EXPECT_NE(line.find(engine.available ? " yes " : " no "), std::string::npos) << line;
    EXPECT_NE(line.find(engine.detail.text()), std::string::npos) << line;
    EXPECT_NE(line.find(engine.description), std::string::npos) << line;
  }
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line, "");
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_TRUE(line.starts_with("SIMD level")) << line;
  EXPECT_FALSE(std::getline(lines, line)) << line;
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    EXPECT_NE(outcome.out.find(engine), std::string::npos) << engine;
  }
}

TEST_F(Devices, JsonHasAnObjectPerEngine) {
  const Outcome outcome = espy({"devices", "--json"});
  EXPECT_EQ(outcome.status, 0);
  std::istringstream lines(outcome.out);
  std::string line;
  for (const Engine& engine : registry_.engines()) {
    ASSERT_TRUE(std::getline(lines, line)) << engine.name;
    const auto object = Json::parse(line);
    EXPECT_EQ(object["name"], engine.name);
    EXPECT_EQ(object["available"], engine.available);
    EXPECT_EQ(object["detail"], engine.detail.text());
    EXPECT_EQ(object["description"], engine.description.text());
    EXPECT_EQ(object["simd"], std::string(nameOf(simdLevel())));
    EXPECT_EQ(object["simd_best"], std::string(nameOf(simdLevels().back())));
  }
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

TEST_F(Devices, TheVariableLimitsTheSimdLevel) {
  for (const SimdLevel level : simdLevels()) {
    const ScopedVariable variable("ESPY_SIMD", std::string(nameOf(level)));
    const Outcome outcome = espy({"devices", "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto object = Json::parse(outcome.out.substr(0, outcome.out.find('\n')));
    EXPECT_EQ(object["simd"], std::string(nameOf(level)));
    EXPECT_EQ(object["simd_best"], std::string(nameOf(simdLevels().back())));
  }
  const ScopedVariable variable("ESPY_SIMD", "avx9");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"devices"}, {"--version"}, {"find", "a.ppm", "b.ppm"}}) {
    const Outcome outcome = espy(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("espy: ESPY_SIMD=avx9: there is no such level"))
        << outcome.err;
  }
}

}  // namespace
}  // namespace espy::test
