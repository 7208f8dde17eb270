// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "command.h"
#include "espy/espy.h"
#include "support/json.h"

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
  EXPECT_FALSE(std::getline(lines, line)) << line;
  for (const char* engine : {"reference", "sequential", "openmp"}) {
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
  }
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

}  // namespace
}  // namespace espy::test
