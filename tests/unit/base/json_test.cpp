// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "base/folder.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

TEST(Json, TextIsQuotedAndEscaped) {
  EXPECT_EQ(jsonString("a b"), "\"a b\"");
  EXPECT_EQ(jsonString("\"\\\n\r\t\x01\x7f"), R"("\"\\\n\r\t\u0001\u007f")");
  EXPECT_EQ(jsonString("m\u00fctze \u4e2d"), "\"m\u00fctze \u4e2d\"");
  EXPECT_EQ(jsonString("a\xff"
                       "b\xc3"),
            R"("a\ufffdb\ufffd")");
}

TEST(Json, NumbersAreFloatingPointAndReadBack) {
  EXPECT_EQ(jsonNumber(1), "1.0");
  EXPECT_EQ(jsonNumber(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(jsonNumber(0.0001), "0.0001");
  for (const double number : {1e300, -2.5e-300, 100000.0, std::numeric_limits<double>::min()}) {
    EXPECT_EQ(std::stod(jsonNumber(number)), number);
    EXPECT_NE(jsonNumber(number).find_first_of(".e"), std::string::npos);
  }
}

TEST(Json, TimelinesKeepTheirOrder) {
  Timeline timeline;
  EXPECT_EQ(jsonTimeline(timeline), "[]");
  timeline.add("pass 1", 1.25);
  timeline.add("load", 2);
  EXPECT_EQ(jsonTimeline(timeline), R"([{"stage":"pass 1","ms":1.25},{"stage":"load","ms":2.0}])");
}

TEST(Folder, IsMadeWithItsParentsOrTheErrorIsReported) {
  namespace fs = std::filesystem;
  const fs::path around =
      fs::temp_directory_path() / ("espy-folder-" + std::to_string(std::random_device()()));
  makeFolder((around / "a" / "b").string());
  makeFolder((around / "a" / "b").string());  // exists already
  EXPECT_TRUE(fs::is_directory(around / "a" / "b"));
  std::ofstream(around / "file") << "x";
  for (const fs::path& refused : {around / "file", around / "file" / "c"}) {
    const auto make = [&] { makeFolder(refused.string()); };
    EXPECT_TRUE(test::errorOf(ErrorCode::system, make)
                    .starts_with(refused.string() + ": cannot make this folder: "));
  }
  fs::remove_all(around);
}

}  // namespace
}  // namespace espy
