// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "batch/journal.h"
#include "batch/summary.h"
#include "unit/io/support.h"

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
  items[1].matches = {Match{0, 1, 2, 3, 4, 0, false, 1}};
  EXPECT_EQ(summaryOf(job, items),
            kHeader + "\"say \"\"cheese\"\".png\",failed,,,,,,,,0.000,\"a, b\"\r\n" +
                "\"two\nlines\",done,\"n,1\",1,2,3,4,1,0,0.000,\r\n" +
                "\"cr\r\",done,,,,,,,,0.000,\r\n");
}

/// The record that a worker stores in the journal.
std::shared_ptr<const Record> noted(Journal& journal, const BatchJob& job, const std::string& image,
                                    const std::vector<Match>& matches) {
  std::string line;
  Finding finding;
  finding.matches = matches;
  std::vector<std::string> needles;
  for (const BatchNeedle& needle : job.needles) needles.push_back(needle.file);
  writeJson(image, needles, {100, 100}, job, finding, [&](std::string_view part) { line += part; });
  return std::make_shared<Record>(journal.add({}, line + '}'));
}

TEST(BatchSummary, ListsAllThatWereRecorded) {
  BatchJob job;
  job.needles = {{"n", ""}};
  std::vector<Match> many(5000);
  for (std::uint32_t i = 0; i < many.size(); ++i) many[i] = Match{0, i, 2, 3, 4, 0, false, 1};
  const std::shared_ptr<Journal> journal = Journal::nameless("");
  std::vector<BatchItem> items{itemOf("a", BatchState::done), itemOf("b", BatchState::done)};
  items[0].record = noted(*journal, job, "a", {many.front()});
  items[1].record = noted(*journal, job, "b", many);
  items[1].matches = {many.front()};
  journal->write();
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

/// A summary is the same, to the last digit, from matches in memory and from the journal.
TEST(BatchSummary, RecordedAndKeptMatchesAreWrittenAlike) {
  BatchJob job;
  job.needles = {{"a \"b\",c.png", ""}};
  job.pose.flip = true;
  Match match;
  match.x = 4'000'000'000;
  match.score = 0.1 + 0.2;
  match.distance = {12345678901234567890U, 3};
  match.angle = 0.1F;
  match.scale = 1.0F / 3;
  match.needleWidth = 8;
  match.needleHeight = 9;
  match.width = 7;
  match.height = 5;
  match.centreX = -123 / 4096.0F;
  for (const bool mirrored : {false, true}) {
    for (const Method method : {Method::ssd, Method::zncc}) {
      job.method = method;
      match.mirrored = mirrored;
      std::vector<BatchItem> items{itemOf("i", BatchState::done)};
      items[0].matches = {match, match};
      const std::string plain = summaryOf(job, items);
      const std::shared_ptr<Journal> journal = Journal::nameless("");
      items[0].record = noted(*journal, job, "i", items[0].matches);
      journal->write();
      EXPECT_EQ(summaryOf(job, items), plain);
    }
  }
}

TEST(BatchSummary, LeavesOutTimes) {
  BatchJob job;
  job.needles = {{"n", ""}};
  job.times = false;
  std::vector<BatchItem> items{itemOf("a", BatchState::failed)};
  items[0].milliseconds = 3;
  items[0].reason = "a: why";
  EXPECT_EQ(
      summaryOf(job, items),
      "image,state,needle,x,y,width,height,score,distance,reason\r\na,failed,,,,,,,,a: why\r\n");
}

/// An interrupted write leaves the summary of the last run.
TEST(BatchSummary, StaysUntilTheNextOneIsComplete) {
  const iotest::Folder folder;
  BatchJob job;
  job.needles = {{"n", ""}};
  job.summary = folder / "summary.csv";
  std::vector<BatchItem> items{itemOf("a", BatchState::done)};
  writeReport(job, items, false);
  const std::string before = iotest::load(job.summary);
  EXPECT_EQ(before, kHeader + "a,done,,,,,,,,0.000,\r\n");
  const std::shared_ptr<Journal> journal = Journal::nameless("");
  items.push_back(itemOf("b", BatchState::done));
  items[1].record = std::make_shared<Record>(journal->add({}, "not the line of an image"));
  journal->write();
  EXPECT_THROW(writeReport(job, items, true), Error);
  EXPECT_EQ(iotest::load(job.summary), before);
  items[1].record.reset();
  writeReport(job, items, true);
  EXPECT_EQ(iotest::load(job.summary), before + "b,done,,,,,,,,0.000,\r\n");
  // What is not a file any more was not written by a run.
  ASSERT_EQ(::unlink(job.summary.c_str()), 0);
  ASSERT_EQ(::symlink((folder / "other").c_str(), job.summary.c_str()), 0);
  EXPECT_THROW(writeReport(job, items, true), Error);
  EXPECT_EQ(iotest::load(folder / "other"), "");
}

}  // namespace
}  // namespace espy::batch
