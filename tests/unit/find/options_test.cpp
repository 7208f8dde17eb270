// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/options.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "espy/error.h"

namespace espy {
namespace {

std::string asIs(std::string_view name) {
  return std::string(name);
}

TEST(FindOptionTable, EachOptionIsStoredInItsMemberAlone) {
  std::set<std::string_view> names;
  for (const FindOption& option : findOptions()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    FindOptions options;
    EXPECT_TRUE(option.isDefault(options)) << option.name;
    const OptionValue values[] = {true, std::int64_t{1}, 0.25, PoseRange{0.5, 2, 0.25},
                                  std::int64_t{1}};
    const OptionValue& value = values[static_cast<std::size_t>(option.kind)];
    option.set(options, value);
    EXPECT_EQ(option.get(options), value) << option.name;
    for (const FindOption& other : findOptions()) {
      EXPECT_EQ(other.isDefault(options), &other != &option) << option.name << ' ' << other.name;
    }
    option.set(options, option.get(FindOptions()));
    EXPECT_TRUE(option.isDefault(options)) << option.name;
  }
}

TEST(FindOptionTable, EachChoiceIsAValueOfItsEnumeration) {
  FindOptions options;
  findOption("method").set(options, std::int64_t{3});
  findOption("channel_means").set(options, std::int64_t{1});
  findOption("search").set(options, std::int64_t{1});
  findOption("polarity").set(options, std::int64_t{1});
  EXPECT_EQ(options.method, Method::zncc);
  EXPECT_EQ(options.channelMeans, ChannelMeans::each);
  EXPECT_EQ(options.pose.search, PoseSearch::complete);
  EXPECT_EQ(options.pose.polarity, Polarity::any);
}

TEST(FindOptionTable, TheDefaultOverlapDependsOnTheMethod) {
  FindOptions options;
  completeOptions(options, {}, asIs);
  EXPECT_EQ(options.select.overlap, 1);
  options.method = Method::ssd;
  completeOptions(options, {}, asIs);
  EXPECT_EQ(options.select.overlap, kScoredOverlap);
  options.select.overlap = 1;
  completeOptions(options, {"overlap"}, asIs);
  EXPECT_EQ(options.select.overlap, 1);
}

TEST(FindOptionTable, OptionsOfOtherMethodsAreRefused) {
  const auto refusal = [](FindOptions options, const std::set<std::string_view>& given) {
    try {
      completeOptions(options, given, asIs);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  FindOptions options{.method = Method::zncc};
  EXPECT_EQ(refusal(options, {"tolerance"}), "tolerance is for exact; with zncc use min_score");
  options.weighted = true;
  EXPECT_EQ(refusal(options, {"weighted"}), "weighted is for sad, ssd, not for zncc");
  EXPECT_EQ(refusal({}, {"weighted", "visible", "angle"}), "");  // given, but as usual
  FindOptions hidden{.method = Method::sad};
  hidden.pose.visible = 0;
  EXPECT_EQ(refusal(hidden, {"visible"}), "visible: must be more than 0");
}

}  // namespace
}  // namespace espy
