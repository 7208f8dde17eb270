// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// How engines that divide their work report, fail, stop, and share concurrent calls.
#include "espy/engine/several.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/members.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

using test::MemberStates;
using test::Random;

/// A scene, a needle of it, and teams of sequential engines.
class SeveralEngines : public testing::Test {
 protected:
  SeveralEngines() : states_(test::addMembers(registry_, "sequential")) {
    draw(scene_.pixels(), test::Kind::noise, random_, false);
    needles_.push_back({scene_.view().crop(20, 150, {9, 8}), {}});
  }

  static FindOptions by(const std::string& engine) {
    FindOptions options;
    options.method = Method::sad;
    options.engine = engine;
    return options;
  }
  Finding find(const FindOptions& options) {
    return espy::find(registry_, scene_, needles_, options);
  }

  Registry registry_ = makeRegistry();
  std::shared_ptr<MemberStates> states_;
  Random random_{5};
  Image scene_{{90, 200}, {1, Depth::u8}};
  std::vector<Needle> needles_;
};

TEST_F(SeveralEngines, EachMemberSearchesABand) {
  const Finding found = find(by("trio"));
  ASSERT_EQ(found.matches.size(), 1U);
  EXPECT_EQ(found.report.engine, "trio");
  EXPECT_TRUE(found.report.fallback.empty());
  for (int m = 0; m < MemberStates::kMembers; ++m) EXPECT_EQ(states_->calls[m], m < 3 ? 1 : 0);
  ASSERT_EQ(found.report.members.size(), 3U);
  EXPECT_EQ(found.report.members[1].first, "part 1");
}

TEST_F(SeveralEngines, TheTimelineIsThatOfTheSlowest) {
  states_->onCall = [](int member) {
    if (member == 1) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  };
  const Finding found = find(by("trio"));
  const Timeline& slowest = found.report.members.at(1).second;
  ASSERT_FALSE(slowest.stages().empty());
  for (const Timeline::Stage& stage : slowest.stages()) {
    const auto same = [&](const Timeline::Stage& other) {
      return other.name == stage.name && other.milliseconds >= stage.milliseconds;
    };
    const auto& all = found.report.timeline.stages();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), same)) << stage.name;
  }
}

TEST_F(SeveralEngines, AMemberThatFailsLeavesItsWorkToOthers) {
  const Finding wanted = find(by("sequential"));
  for (int failing = 0; failing < 3; ++failing) {
    states_->fails[failing] = true;
    const Finding found = find(by("trio"));
    EXPECT_EQ(found.matches, wanted.matches);
    EXPECT_EQ(found.report.fallback.text(),
              "part " + std::to_string(failing) +
                  " failed, and others did its work: it fell off the bus");
    states_->fails[failing] = false;
  }
}

TEST_F(SeveralEngines, WithoutMembersLeftTheCallFails) {
  for (auto& fails : states_->fails) fails = true;
  try {
    find(by("five"));
    FAIL() << "an answer of lost devices";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::device);
    EXPECT_STREQ(error.what(), "it fell off the bus");
  }
}

TEST_F(SeveralEngines, OtherErrorsEndTheCall) {
  states_->onCall = [](int member) {
    if (member == 1) throw Error(ErrorCode::tooLarge, "too much");
  };
  try {
    find(by("trio"));
    FAIL() << "the error is lost";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::tooLarge);
  }
}

TEST_F(SeveralEngines, AStopReachesAllMembers) {
  std::stop_source stop;
  std::atomic<int> started{0};
  states_->onCall = [&](int) {
    if (++started == 3) stop.request_stop();
    while (!stop.stop_requested()) std::this_thread::yield();
  };
  FindOptions options = by("trio");
  options.control.stop = stop.get_token();
  try {
    find(options);
    FAIL() << "it was not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST_F(SeveralEngines, ProgressRisesAndIsNeverConcurrent) {
  std::atomic<int> inside{0};
  double last = 0;
  FindOptions options = by("five");
  options.control.progress = [&](double part) {
    EXPECT_EQ(++inside, 1);
    EXPECT_GE(part, last);
    EXPECT_LE(part, 1);
    last = part;
    --inside;
  };
  find(options);
  EXPECT_GT(last, 0);
}

TEST_F(SeveralEngines, ConcurrentCallsGoToFreeMembers) {
  std::mutex mutex;
  std::condition_variable both;
  int inside = 0;
  states_->onCall = [&](int) {
    std::unique_lock lock(mutex);
    ++inside;
    both.notify_all();
    both.wait_for(lock, std::chrono::seconds(20), [&] { return inside == 2; });
  };
  FindOptions options = by("pair");
  options.control.beside = 2;
  std::thread other([&] { find(options); });
  find(options);
  other.join();
  EXPECT_EQ(states_->calls[0], 1);
  EXPECT_EQ(states_->calls[1], 1);
}

TEST_F(SeveralEngines, APictureIsKeptByEachMemberOnce) {
  SceneKeeper keeper(scene_);
  const Finding wanted = find(by("sequential"));
  EXPECT_EQ(espy::find(registry_, keeper, needles_, by("pair")).matches, wanted.matches);
  EXPECT_EQ(states_->calls[0], 2);  // keeps and searches
  EXPECT_EQ(espy::find(registry_, keeper, needles_, by("pair")).matches, wanted.matches);
  EXPECT_EQ(states_->calls[0], 3);
  EXPECT_EQ(states_->calls[1], 3);
}

TEST_F(SeveralEngines, ManyNeedlesAreDividedWhereBandsWouldOverlap) {
  std::vector<Needle> tall;
  for (std::int64_t n = 0; n < 8; ++n) tall.push_back({scene_.view().crop(n, 3, {20, 190}), {}});
  const Finding wanted = espy::find(registry_, scene_, tall, by("sequential"));
  EXPECT_EQ(wanted.matches.size(), 8U);
  // A kept picture is searched once by each member, needle by needle.
  EXPECT_EQ(espy::find(registry_, scene_, tall, by("trio")).matches, wanted.matches);
  for (int m = 0; m < 3; ++m) EXPECT_EQ(states_->calls[m], 2);
}

TEST_F(SeveralEngines, SmallWorkIsDoneByOneMember) {
  registry_.addEngine({"careful", true, "", "", {.device = true}});
  addSeveral(registry_, {"careful", {"part 0", "part 1"}});
  EXPECT_EQ(find(by("careful")).matches.size(), 1U);
  EXPECT_EQ(states_->calls[0] + states_->calls[1], 1);
}

TEST_F(SeveralEngines, MarkedPicturesEqualThoseOfOneEngine) {
  const Finding found = find(by("sequential"));
  const Image wanted = markedPicture(registry_, "sequential", scene_, found.matches);
  states_->fails[0] = true;  // the flags are another member's
  EXPECT_TRUE(
      samePixels(wanted.view(), markedPicture(registry_, "pair", scene_, found.matches).view()));
}

}  // namespace
}  // namespace espy
