// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/csv.h"

namespace espy {
namespace {

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csvField(""), "");
  EXPECT_EQ(csvField("a hat's 1; 2\t"), "a hat's 1; 2\t");
  EXPECT_EQ(csvField("a,b"), "\"a,b\"");
  EXPECT_EQ(csvField("a\nb"), "\"a\nb\"");
  EXPECT_EQ(csvField("a\r"), "\"a\r\"");
  EXPECT_EQ(csvField("\"a\""), "\"\"\"a\"\"\"");
}

}  // namespace
}  // namespace espy
