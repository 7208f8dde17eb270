// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/json_read.h"

#include <gtest/gtest.h>

#include <string>

#include "espy/error.h"

namespace espy {
namespace {

TEST(JsonRead, ReturnsTheValuesOfTheText) {
  const JsonValue all = JsonValue::parse(
      R"({"a":[1,-2.50,true,null,"x\n\u00e9"],"b":{"c":12345678901234567890,"d":false}})", "j");
  ASSERT_EQ(all.kind(), JsonValue::Kind::object);
  ASSERT_EQ(all.members().size(), 2U);
  const std::vector<JsonValue>& list = all.member("a")->list();
  ASSERT_EQ(list.size(), 5U);
  EXPECT_EQ(list[0].number(), 1);
  EXPECT_EQ(list[1].number(), -2.5);
  EXPECT_TRUE(list[2].isTrue());
  EXPECT_EQ(list[3].kind(), JsonValue::Kind::null);
  EXPECT_EQ(list[4].text(), "x\n\xc3\xa9");
  EXPECT_EQ(all.member("b")->member("c")->text(), "12345678901234567890");
  EXPECT_FALSE(all.member("b")->member("d")->isTrue());
  EXPECT_EQ(all.member("c"), nullptr);
}

TEST(JsonRead, WhatIsNoneIsRefused) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[1,]"), std::string("\"\xff\""),
        std::string("1 2"), std::string("{\"a\":1,\"a\":2}"), std::string("01"),
        std::string("1e999"), std::string(100'000, '['), std::string("nul")}) {
    EXPECT_THROW(JsonValue::parse(text, "j"), Error) << text.substr(0, 20);
  }
  EXPECT_NO_THROW(JsonValue::parse(std::string(199, '[') + std::string(199, ']'), "j"));
}

}  // namespace
}  // namespace espy
