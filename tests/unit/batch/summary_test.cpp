// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "batch/match_spool.h"
#include "batch/summary.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

const std::string kHeader =
    "image,state,needle,x,y,width,height,score,distance,milliseconds,reason\r\n";

std::string summaryOf(const BatchJob& job, const std::vector<BatchItem>& items) {
  std::string all;
  summarise(job, items, [&](std::string_view part) { all += part; });
  return all;
}

BatchItem itemOf(const std::string& image, BatchState state) {
  BatchItem item;
  item.image = image;
  item.state = state;
  return item;
}

TEST(BatchSummary, AllStates) {
  BatchJob job;
  job.needles = {{"n.png", ""}, {"m.png", ""}};
  std::vector<BatchItem> items{itemOf("a", BatchState::done), itemOf("b", BatchState::done),
                               itemOf("c", BatchState::failed), itemOf("d", BatchState::cancelled),
                               itemOf("e", BatchState::queued)};
  Match match;
  match.needle = 1;
  match.x = 3;
  match.y = 4;
  match.width = 5;
  match.height = 6;
  match.score = 0.1;
  match.distance = 12345678901234;
  items[0].matches = {match, match};
  items[0].milliseconds = 12.3456;
  items[2].reason = "c: there is no such file";
  EXPECT_EQ(summaryOf(job, items), kHeader +
                                       "a,done,m.png,3,4,5,6,0.1,12345678901234,12.346,\r\n"
                                       "a,done,m.png,3,4,5,6,0.1,12345678901234,12.346,\r\n"
                                       "b,done,,,,,,,,0.000,\r\n"
                                       "c,failed,,,,,,,,0.000,c: there is no such file\r\n"
                                       "d,cancelled,,,,,,,,,\r\n"
                                       "e,queued,,,,,,,,,\r\n");
}

TEST(BatchSummary, CorrelationHasNoDistance) {
  BatchJob job;
  job.needles = {{"n", ""}};
  job.method = Method::zncc;
  std::vector<BatchItem> items{itemOf("a", BatchState::done)};
  Match match;
  match.x = 0;
  match.y = 0;
  items[0].matches = {match};
  EXPECT_EQ(summaryOf(job, items), kHeader + "a,done,n,0,0,0,0,1,,0.000,\r\n");
}

TEST(BatchSummary, PosesHaveFieldsOfTheirOwn) {
  BatchJob job;
  job.needles = {{"n", ""}};
  job.method = Method::zncc;
  job.pose.flip = true;
  std::vector<BatchItem> items{itemOf("a", BatchState::done), itemOf("b", BatchState::failed)};
  Match match;
  match.x = 10;
  match.y = 20;
  match.width = 6;
  match.height = 4;
  match.angle = 90;
  match.scale = 0.5;
  match.needleWidth = 8;
  match.needleHeight = 12;
  match.mirrored = true;
  items[0].matches = {match};
  EXPECT_EQ(summaryOf(job, items),
            "image,state,needle,x,y,width,height,score,distance,angle,scale,mirrored,centre_x,"
            "centre_y,milliseconds,reason\r\n"
            "a,done,n,10,20,6,4,1,,90,0.5,1,13,22,0.000,\r\n"
            "b,failed,,,,,,,,,,,,,0.000,\r\n");
}

TEST(BatchSummary, QuotesWhatNeedsIt) {
  BatchJob job;
  job.needles = {{"n,1", ""}};
  std::vector<BatchItem> items{itemOf("say \"cheese\".png", BatchState::failed),
                               itemOf("two\nlines", BatchState::done),
                               itemOf("cr\r", BatchState::done)};
  items[0].reason = "a, b";
  items[1].matches = {Match{0, 1, 2, 3, 4, 0, 1, 0}};
  EXPECT_EQ(summaryOf(job, items),
            kHeader + "\"say \"\"cheese\"\".png\",failed,,,,,,,,0.000,\"a, b\"\r\n" +
                "\"two\nlines\",done,\"n,1\",1,2,3,4,1,0,0.000,\r\n" +
                "\"cr\r\",done,,,,,,,,0.000,\r\n");
}

TEST(BatchSummary, TellsAllOfThoseThatWait) {
  BatchJob job;
  job.needles = {{"n", ""}};
  std::vector<Match> many(5000);
  for (std::uint32_t i = 0; i < many.size(); ++i) many[i] = Match{0, i, 2, 3, 4, 0, 1, 0};
  const auto spool = std::make_shared<MatchSpool>("");
  std::vector<BatchItem> items{itemOf("a", BatchState::done), itemOf("b", BatchState::done)};
  items[1].matches = {many.front()};
  for (BatchItem& item : items) {
    const std::vector<Match> own(many.begin(), many.begin() + (&item == &items[0] ? 1 : 5000));
    item.spooled =
        std::make_shared<SpooledMatches>(SpooledMatches{spool, spool->add(own), own.size()});
  }
  std::string expected = kHeader + "a,done,n,0,2,3,4,1,0,0.000,\r\n";
  std::size_t longest = 0;
  for (std::uint32_t i = 0; i < many.size(); ++i) {
    expected += "b,done,n," + std::to_string(i) + ",2,3,4,1,0,0.000,\r\n";
  }
  std::string all;
  summarise(job, items, [&](std::string_view part) {
    all += part;
    longest = std::max(longest, part.size());
  });
  EXPECT_EQ(all, expected);
  EXPECT_LT(longest, all.size() / 2);
}

TEST(MatchSpool, NoRoomFailsOneImageAndNotTheProgram) {
  const std::vector<Match> few(100, Match{0, 1, 2, 3, 4, 0, 0.5, 7});
  const std::vector<Match> many(20000, Match{1, 5, 6, 7, 8, 0, 0.25, 9});
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_DFL);
    const rlimit limit{100000, 100000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    MatchSpool spool("");
    const std::uint64_t before = spool.add(few);
    try {
      spool.add(many);
      ::_exit(9);
    } catch (const Error&) {
      // Those of others come and stay.
    }
    const std::uint64_t after = spool.add(few);
    std::vector<Match> read;
    for (const std::uint64_t first : {before, after}) {
      spool.read(first, few.size(), [&](const Match& match) { read.push_back(match); });
    }
    const bool same =
        read.size() == 200 && std::all_of(read.begin(), read.end(),
                                          [&](const Match& match) { return match == few.front(); });
    ::_exit(same ? 7 : 8);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

}  // namespace
}  // namespace espy::batch
