// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <filesystem>

#include "support/fake_gpu.h"
#include "support/find_with.h"
#include "unit/batch/support.h"

namespace espy::batchtest {
namespace {

TEST(BatchRun, FindsAndMarksEachImage) {
  Workplace place;
  place.addImage("a.ppm", {7, 20});
  place.addImage("none.ppm", {});
  place.addImage("c.png", {30});
  place.job.outputFolder = place.folder / "new/out";
  const std::vector<BatchItem> items = place.run();
  ASSERT_EQ(statesOf(items), (std::vector(3, BatchState::done)));
  ASSERT_EQ(items[0].matches.size(), 2U);
  EXPECT_EQ(items[0].matches[0].x, 7U);
  EXPECT_EQ(items[0].matches[1].x, 20U);
  EXPECT_EQ(items[0].matches[1].y, 3U);
  EXPECT_TRUE(items[1].matches.empty());
  ASSERT_EQ(items[2].matches.size(), 1U);
  for (const BatchItem& item : items) {
    EXPECT_GT(item.milliseconds, 0);
    EXPECT_EQ(item.reason, "");
    EXPECT_TRUE(std::filesystem::exists(item.output));
  }
}

TEST(BatchRun, WritesWhatTheCommandWouldWrite) {
  for (const char* name : {"a.ppm", "a.pgm", "a.png", "a.tif"}) {
    for (const MarkStyle style : {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim}) {
      Workplace place;
      place.addImage(name, {7, 20});
      place.job.mark.style = style;
      place.job.outputFolder = place.folder / "out";
      const std::vector<BatchItem> items = place.run();
      ASSERT_EQ(items[0].state, BatchState::done) << items[0].reason.text();

      const ReadPicture scene = readPicture(place.job.images[0]);
      const Finding found =
          findExact(place.registry, "sequential", scene.image, {{{place.needle, {}}}});
      const Image flags =
          flagPlane(place.registry, "sequential", scene.image.size(), found.matches);
      const std::string expected = place.folder / ("expected-" + std::string(name));
      writePicture(expected,
                   markedCopy(place.registry, "sequential", scene.image, flags, place.job.mark));
      EXPECT_EQ(items[0].matches, found.matches);
      EXPECT_TRUE(load(items[0].output) == load(expected)) << name;
    }
  }
}

TEST(BatchRun, NeedlesThatAreLargerThanAnImageHaveANote) {
  Workplace place;
  place.addImage("a.ppm", {7});
  writePicture(place.folder / "small.ppm", iotest::testPicture({20, 3}, place.kColour, 1));
  place.job.images.push_back(place.folder / "small.ppm");
  const std::string needle = place.job.needles[0].file;
  const auto notes = [&] {
    const std::vector<BatchItem> items = place.run();
    EXPECT_EQ(statesOf(items), std::vector(2, BatchState::done));
    EXPECT_EQ(items[0].note, "");
    return items[1].note.text();
  };
  EXPECT_EQ(notes(),
            "the needle " + needle + " (5 x 4 pixels) is larger than this image (20 x 3 pixels)");
  place.job.needles.push_back(place.job.needles[0]);
  EXPECT_EQ(notes(), "2 needles, the first of them " + needle +
                         ", are larger than this image (20 x 3 pixels)");
  NeedleIndex::create(place.folder / "t.esi");
  NeedleIndexWriter writer(place.folder / "t.esi");
  writer.add("needle", {place.needle.view(), std::nullopt});
  writer.commit();
  place.job.needles.clear();
  place.job.index = place.folder / "t.esi";
  EXPECT_EQ(notes(), "all needles of the index are larger than this image (20 x 3 pixels)");
}

TEST(BatchRun, FlagsInAlphaAreWrittenOrTheImageIsRefused) {
  Workplace place;
  place.addImage("a.png", {7, 20});
  place.addImage("b.ppm", {7});
  place.job.mark.flagsInAlpha = true;
  place.job.outputFolder = place.folder / "out";
  const std::vector<BatchItem> items = place.run();
  ASSERT_EQ(items[0].state, BatchState::done) << items[0].reason.text();
  const Image marked = readPicture(items[0].output).image;
  const Image flags = flagPlane(place.registry, "sequential", marked.size(), items[0].matches);
  ASSERT_TRUE(marked.format().hasAlpha());
  for (std::int64_t y = 0; y < marked.size().height; ++y) {
    for (std::int64_t x = 0; x < marked.size().width; ++x) {
      ASSERT_EQ(sampleAt(marked, x, y, marked.format().channels - 1), sampleAt(flags, x, y, 0));
    }
  }
  EXPECT_EQ(items[1].state, BatchState::failed);
  EXPECT_NE(items[1].reason.text().find("does not keep every alpha sample"), std::string::npos);
}

TEST(BatchRun, WithoutAFolderNothingIsWritten) {
  Workplace place;
  place.addImage("a.ppm", {7});
  const std::size_t before = place.folder.files();
  EXPECT_EQ(place.run()[0].state, BatchState::done);
  EXPECT_EQ(place.folder.files(), before);
}

TEST(BatchRun, ScoredSearchToo) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.method = Method::zncc;
  place.job.minScore = 0.99;
  const std::vector<BatchItem> items = place.run();
  ASSERT_EQ(items[0].matches.size(), 1U);
  EXPECT_EQ(items[0].matches[0].x, 7U);
}

TEST(BatchRun, AFailingImageDoesNotStopTheOthers) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.images.push_back(place.folder / "missing.png");
  store(place.folder / "broken.png", "\x89PNG and no more");
  place.job.images.push_back(place.folder / "broken.png");
  store(place.folder / "letter.txt", "Dear picture,");
  place.job.images.push_back(place.folder / "letter.txt");
  place.addImage("e.ppm", {9});
  place.job.outputFolder = place.folder / "out";
  const std::vector<BatchItem> items = place.run();
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::done, BatchState::failed, BatchState::failed,
                                          BatchState::failed, BatchState::done}));
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_TRUE(items[i].reason.text().starts_with(items[i].image + ": "))
        << items[i].reason.text();
  }
  EXPECT_NE(items[3].reason.text().find(".txt"), std::string::npos) << items[3].reason.text();
  EXPECT_EQ(items[4].matches.at(0).x, 9U);
}

TEST(BatchRun, NothingIsOverwrittenUnasked) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.addImage("b.ppm", {7});
  place.job.outputFolder = place.folder / "out";
  std::filesystem::create_directory(place.job.outputFolder);
  store(place.folder / "out/a.ppm", "mine");
  std::vector<BatchItem> items = place.run();
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::failed, BatchState::done}));
  EXPECT_EQ(items[0].reason, items[0].output + ": exists already, and is not overwritten");
  EXPECT_EQ(load(place.folder / "out/a.ppm"), "mine");

  place.job.overwrite = true;
  items = place.run();
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::done, BatchState::done}));
  EXPECT_TRUE(load(place.folder / "out/a.ppm").starts_with("P6"));
}

TEST(BatchRun, WhatAppearsMeanwhileIsNotOverwrittenEither) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.outputFolder = place.folder / "out";
  place.job.summary = place.folder / "summary.csv";
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  const auto changed = [&](std::size_t i) {
    if (items[i].state == BatchState::running) store(place.job.summary, "mine");
  };
  EXPECT_THROW(runner->run(place.job, items, changed, {}), Error);
  EXPECT_EQ(items[0].state, BatchState::done);
  EXPECT_EQ(load(place.job.summary), "mine");
}

TEST(BatchRun, AnOutputThatCannotBeWrittenFailsItsImage) {
  if (::geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.outputFolder = place.folder / "out";
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  std::filesystem::create_directory(place.job.outputFolder);
  std::filesystem::permissions(place.job.outputFolder, std::filesystem::perms::owner_read);
  runner->run(place.job, items, {}, {});
  EXPECT_EQ(items[0].state, BatchState::failed);
  std::filesystem::permissions(place.job.outputFolder, std::filesystem::perms::owner_all);
}

TEST(BatchRun, AFileInPlaceOfTheFolderFailsItsImages) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.outputFolder = place.folder / "out";
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  store(place.job.outputFolder, "");
  runner->run(place.job, items, {}, {});
  EXPECT_EQ(items[0].state, BatchState::failed);
  EXPECT_TRUE(items[0].reason.text().starts_with(place.job.outputFolder)) << items[0].reason.text();
  EXPECT_TRUE(items[0].matches.empty());
}

TEST(BatchRun, ReportsEachChangeAndProgress) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.addImage("b.ppm", {});
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  std::vector<std::pair<std::size_t, BatchState>> changes;
  Control control;
  control.threads = 1;  // in sequence
  double last = 0;
  control.progress = [&](double part) {
    EXPECT_GE(part, last);
    EXPECT_LE(part, 1);
    last = part;
  };
  runner->run(
      place.job, items, [&](std::size_t i) { changes.emplace_back(i, items[i].state); }, control);
  EXPECT_EQ(changes, (std::vector<std::pair<std::size_t, BatchState>>{{0, BatchState::running},
                                                                      {0, BatchState::done},
                                                                      {1, BatchState::running},
                                                                      {1, BatchState::done}}));
  EXPECT_EQ(last, 1);
}

TEST(BatchRun, RunsOnlyWhatIsQueued) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.addImage("b.ppm", {8});
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  items[0].state = BatchState::failed;
  items[0].reason = "of old";
  runner->run(place.job, items, [](std::size_t i) { EXPECT_EQ(i, 1U); }, {});
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::failed, BatchState::done}));
  EXPECT_EQ(items[0].reason, "of old");
}

TEST(BatchRun, WritesTheSummary) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.images.push_back(place.folder / "missing.ppm");
  place.job.summary = place.folder / "new/summary.csv";
  place.run();
  const std::string csv = load(place.job.summary);
  EXPECT_TRUE(
      csv.starts_with("image,state,needle,x,y,width,height,score,distance,milliseconds,reason\r\n" +
                      place.job.images[0] + ",done," + place.job.needles[0].file + ",7,3,5,4,1,0,"))
      << csv;
  EXPECT_NE(csv.find("\r\n" + place.job.images[1] + ",failed,,,,,,,,"), std::string::npos) << csv;
}

/// At no time is there neither the old summary nor the new one.
TEST(BatchRun, AFurtherRunReplacesItsSummaryAtOnce) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.images.push_back(place.folder / "late.ppm");
  place.job.summary = place.folder / "summary.csv";
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  runner->run(place.job, items, {}, {});
  const std::string before = load(place.job.summary);
  std::filesystem::copy(place.job.images[0], place.job.images[1]);
  items[1].state = BatchState::queued;
  const auto kept = [&](std::size_t /*index*/) { EXPECT_EQ(load(place.job.summary), before); };
  runner->run(place.job, items, kept, {});
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::done, BatchState::done}));
  const std::string after = load(place.job.summary);
  EXPECT_EQ(before.find(place.job.images[1] + ",done,"), std::string::npos) << before;
  EXPECT_NE(after.find(place.job.images[1] + ",done,"), std::string::npos) << after;
  // Another plan is another batch, which replaces nothing unasked.
  EXPECT_THROW(runner->plan(place.job), Error);
}

TEST(BatchRun, KeepsFewMatchesOfAnImageButReportsThemAll) {
  Workplace place;
  // One colour, so that the needle matches at every position.
  place.needle = Image({2, 2}, {1, Depth::u8});
  writePicture(place.job.needles[0].file, place.needle);
  for (const char* name : {"a.pgm", "b.pgm", "c.pgm"}) {
    place.job.images.push_back(place.folder / name);
    writePicture(place.job.images.back(), Image({101, 51}, {1, Depth::u8}));
  }
  place.job.summary = place.folder / "summary.csv";
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  std::size_t most = 0;
  runner->run(place.job, items,
              [&](std::size_t index) {
                std::size_t kept = 0;
                for (const BatchItem& item : items) kept += item.matches.size();
                most = std::max(most, kept);
                if (items[index].state == BatchState::done) {
                  EXPECT_EQ(items[index].matches.size(), 5000U);
                }
              },
              {});
  EXPECT_LE(most, 5000 + 2 * kMatchesKept);
  for (const BatchItem& item : items) {
    EXPECT_EQ(item.found, 5000U);
    ASSERT_EQ(item.matches.size(), kMatchesKept);
    EXPECT_EQ(item.matches[15].x, 15U);
  }
  const std::string summary = load(place.job.summary);
  EXPECT_EQ(std::count(summary.begin(), summary.end(), '\n'), 1 + 3 * 5000);
  EXPECT_NE(summary.find("99,49,2,2,1,0,"), std::string::npos);
  // The images, the needle and the summary only.
  EXPECT_EQ(place.folder.files(), 1U + 3U + 1U);

  // A later run of the remaining image includes these, too.
  place.job.overwrite = true;
  items[1].state = BatchState::queued;
  runner->run(place.job, items, {}, {});
  const std::string again = load(place.job.summary);
  EXPECT_EQ(std::count(again.begin(), again.end(), '\n'), 1 + 3 * 5000);
}

TEST(BatchRun, EachImageTravelsToAGpuOnce) {
  for (const Method method : {Method::exact, Method::ssd}) {
    Workplace place;
    const auto counts = test::addFakeGpu(place.registry);
    place.addImage("a.ppm", {7, 20});
    place.addImage("b.ppm", {30});
    place.job.engine = "card";
    place.job.method = method;
    place.job.minScore = 1;
    place.job.needles.push_back(place.job.needles[0]);
    place.job.outputFolder = place.folder / "out";
    const auto runner = makeBatchRunner(place.registry);
    std::vector<BatchItem> items = runner->plan(place.job);
    counts->kept = counts->sent = counts->marked = 0;  // planning counts, too
    runner->run(place.job, items, {}, {});
    EXPECT_EQ(statesOf(items), (std::vector(2, BatchState::done)));
    EXPECT_EQ(items[0].found, 4U);
    EXPECT_EQ(counts->kept, 2);
    EXPECT_EQ(counts->sent, 2);
    EXPECT_EQ(counts->marked, 2);
    EXPECT_EQ(counts->alive, 0);
  }
}

TEST(BatchRun, AnImageThatIsOnlySearchedOnceIsNotKept) {
  Workplace place;
  const auto counts = test::addFakeGpu(place.registry);
  place.addImage("a.ppm", {7});
  place.job.engine = "card";
  EXPECT_EQ(place.run()[0].found, 1U);
  EXPECT_EQ(counts->kept, 0);
}

}  // namespace
}  // namespace espy::batchtest
