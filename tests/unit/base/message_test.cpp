// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/error.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/phrase.h"

namespace espy {
namespace {

TEST(Message, FillsItsPattern) {
  const std::string name = "a.png";
  const Message message =
      phrase("{}: the file ends after {} of {} bytes", name, 3, std::uint64_t{7});
  EXPECT_EQ(message.text(), "a.png: the file ends after 3 of 7 bytes");
  EXPECT_EQ(message.pattern(), "{}: the file ends after {} of {} bytes");
  ASSERT_EQ(message.arguments().size(), 3U);
  EXPECT_EQ(message.arguments()[1].text(), "3");
  EXPECT_EQ(message.arguments()[1].pattern(), "");
}

TEST(Message, KeepsWhatItsArgumentsWereMadeOf) {
  const Message inner = phrase("engine {} has no {}", "slow", phrase("flag plane"));
  const Message outer = phrase("{}: {}", "x", inner);
  EXPECT_EQ(outer.text(), "x: engine slow has no flag plane");
  EXPECT_EQ(outer.arguments()[1].pattern(), "engine {} has no {}");
  EXPECT_EQ(outer.arguments()[1].arguments()[1].pattern(), "flag plane");
}

TEST(Message, TakesBracesInArgumentsForWords) {
  EXPECT_EQ(phrase("{} and {}", "{}", "{name}").text(), "{} and {name}");
  EXPECT_EQ(phrase("only {name} is known").text(), "only {name} is known");
  EXPECT_EQ(Message("{}").text(), "{}");
  EXPECT_TRUE(Message("{}").pattern().empty());
}

TEST(Message, BelongsToAnError) {
  const Error error(ErrorCode::system, phrase("{}: is a folder", "/tmp"));
  EXPECT_STREQ(error.what(), "/tmp: is a folder");
  EXPECT_EQ(error.message().pattern(), "{}: is a folder");
  const Error copy = error;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.message().arguments().front().text(), "/tmp");
}

}  // namespace
}  // namespace espy
