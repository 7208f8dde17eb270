// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <limits>

#include "unit/batch/support.h"

namespace espy::batchtest {
namespace {

TEST(BatchPlan, ItemsAreQueuedInOrder) {
  Workplace place;
  place.addImage("b.ppm", {1});
  place.addImage("a.ppm", {2});
  place.job.outputFolder = place.folder / "out";
  const std::vector<BatchItem> items = place.plan();
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].image, place.folder / "b.ppm");
  EXPECT_EQ(items[0].output, place.folder / "out/b.ppm");
  EXPECT_EQ(items[1].image, place.folder / "a.ppm");
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::queued, BatchState::queued}));
  EXPECT_FALSE(std::filesystem::exists(place.folder / "out")) << "planning writes nothing";
}

TEST(BatchPlan, NeedlesMustBeReadable) {
  Workplace place;
  place.addImage("a.ppm", {});
  place.job.needles.push_back({place.folder / "missing.png", ""});
  EXPECT_TRUE(place.refusal().starts_with(place.folder / "missing.png")) << place.refusal();
  store(place.folder / "broken.pgm", "P5 10 10 255\nabc");
  place.job.needles[1].file = place.folder / "broken.pgm";
  EXPECT_TRUE(place.refusal().starts_with(place.folder / "broken.pgm")) << place.refusal();
  place.job.needles.clear();
  EXPECT_EQ(place.refusal(), "there is no needle to find");
}

TEST(BatchPlan, NeedlesMustMakeSense) {
  Workplace place;
  place.addImage("a.ppm", {});
  place.job.needles[0].mask = place.folder / "mask.pgm";
  writePicture(place.job.needles[0].mask, Image({3, 3}, {1, Depth::u8}));
  EXPECT_TRUE(place.refusal().starts_with(place.job.needles[0].file + ": the mask is"))
      << place.refusal();
  writePicture(place.job.needles[0].mask, Image({5, 4}, {1, Depth::u8}));
  EXPECT_NE(place.refusal().find("no opaque pixel"), std::string::npos) << place.refusal();

  Workplace flat;
  flat.addImage("a.ppm", {});
  writePicture(flat.job.needles[0].file, Image({5, 4}, {3, Depth::u8}));
  EXPECT_EQ(flat.refusal(), "");
  flat.job.method = Method::zncc;
  EXPECT_TRUE(flat.refusal().starts_with(flat.job.needles[0].file)) << flat.refusal();
}

TEST(BatchPlan, OptionsAndEnginesMustMakeSense) {
  const auto refusalOf = [](const auto& change) {
    Workplace place;
    place.addImage("a.ppm", {});
    place.job.outputFolder = place.folder / "out";
    change(place.job);
    return place.refusal();
  };
  EXPECT_EQ(refusalOf([](BatchJob&) {}), "");
  EXPECT_EQ(refusalOf([](BatchJob& job) { job.tolerance = -1; }), "the tolerance is negative");
  EXPECT_NE(refusalOf([](BatchJob& job) { job.mark.thickness = 0; }).find("1 to 255"),
            std::string::npos);
  EXPECT_NE(refusalOf([](BatchJob& job) { job.engine = "abacus"; }).find("no engine named abacus"),
            std::string::npos);
  EXPECT_NE(refusalOf([](BatchJob& job) {
              job.method = Method::zncc;
              job.minScore = std::numeric_limits<double>::quiet_NaN();
            }),
            "");
  EXPECT_NE(refusalOf([](BatchJob& job) { job.naming = "{date}"; }), "");
  EXPECT_NE(refusalOf([](BatchJob& job) { job.images.clear(); }), "");
  EXPECT_NE(refusalOf([](BatchJob& job) { job.images.push_back("-"); }), "");
}

TEST(BatchPlan, AnEngineThatCannotRunIsRefused) {
  Workplace place;
  place.addImage("a.ppm", {});
  place.registry.addEngine({"card", false, "no driver", ""});
  place.job.engine = "card";
  EXPECT_EQ(place.refusal(), "engine card cannot run here: no driver");
}

TEST(BatchPlan, FoldersAreTriedNotGuessed) {
  Workplace place;
  place.addImage("a.ppm", {});
  // Even root cannot create folders here.
  place.job.outputFolder = "/proc/espy-out";
  EXPECT_TRUE(place.refusal().starts_with("/proc/espy-out: cannot write into /proc"))
      << place.refusal();
  place.job.outputFolder = place.folder / "out";
  EXPECT_EQ(place.refusal(), "");
  for (const auto& entry : std::filesystem::directory_iterator(place.folder.path())) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << "the trial is left behind";
  }
}

/// Not even root can create files in the folder of descriptors.
TEST(BatchPlan, PipesInFoldersThatTakeNoFilesAreWritten) {
  Workplace place;
  place.addImage("a.ppm", {});
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  place.job.summary = "/proc/self/fd/" + std::to_string(ends[1]);
  place.job.overwrite = true;
  EXPECT_EQ(place.refusal(), "");
  ::close(ends[0]);
  ::close(ends[1]);
  place.job.summary = "/proc/self/fd/new.csv";
  EXPECT_NE(place.refusal().find("cannot write into"), std::string::npos) << place.refusal();
}

/// A process that is killed meanwhile would leave it.
TEST(BatchPlan, NothingIsMadeInAFolderThatIsTried) {
  Workplace place;
  place.addImage("a.ppm", {5});
  place.job.outputFolder = place.folder / "out";
  std::filesystem::create_directory(place.job.outputFolder);
  const int file = ::open(place.job.outputFolder.c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (file < 0) GTEST_SKIP() << "the file system has no files without a name";
  ::close(file);
  const auto before = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(place.job.outputFolder, before);
  EXPECT_EQ(place.refusal(), "");
  EXPECT_EQ(std::filesystem::last_write_time(place.job.outputFolder), before);
}

TEST(BatchPlan, FoldersMustBePossible) {
  Workplace place;
  place.addImage("a.ppm", {});
  store(place.folder / "file", "");
  place.job.outputFolder = place.folder / "file/sub";
  EXPECT_NE(place.refusal().find("is not a folder"), std::string::npos) << place.refusal();
  place.job.outputFolder = place.folder / "file";
  EXPECT_NE(place.refusal().find("is not a folder"), std::string::npos) << place.refusal();
  place.job.outputFolder = place.folder / "new/out";
  EXPECT_EQ(place.refusal(), "");
  place.job.summary = place.folder / "file/summary.csv";
  EXPECT_NE(place.refusal().find("is not a folder"), std::string::npos) << place.refusal();
}

TEST(BatchPlan, WhatIsReadIsNotWrittenUnderAnotherName) {
  Workplace place;
  place.addImage("a.ppm", {5});
  std::filesystem::create_directory(place.folder / "out");
  place.job.outputFolder = place.folder / "out";
  place.job.overwrite = true;
  EXPECT_EQ(place.refusal(), "");
  for (const std::string& read : {place.job.images[0], place.job.needles[0].file}) {
    std::filesystem::create_hard_link(read, place.folder / "out/a.ppm");
    EXPECT_NE(place.refusal().find("is an input of this batch"), std::string::npos) << read;
    std::filesystem::remove(place.folder / "out/a.ppm");
  }
}

TEST(BatchPlan, ANeedleThatCanBeReadOnceOnlyIsRefused) {
  Workplace place;
  place.addImage("a.ppm", {5});
  place.job.needles = {{place.folder / "pipe", ""}};
  ASSERT_EQ(::mkfifo(place.job.needles[0].file.c_str(), 0600), 0);
  EXPECT_NE(place.refusal().find("more than once"), std::string::npos);
}

TEST(BatchPlan, ASummaryIsNotOverwrittenUnasked) {
  Workplace place;
  place.addImage("a.ppm", {});
  place.job.summary = place.folder / "summary.csv";
  store(place.job.summary, "mine");
  EXPECT_EQ(place.refusal(), place.job.summary + ": exists already, and is not overwritten");
  place.job.overwrite = true;
  EXPECT_EQ(place.refusal(), "");
  place.job.summary = place.folder.path();
  EXPECT_EQ(place.refusal(), place.folder.path() + ": is a folder");
}

}  // namespace
}  // namespace espy::batchtest
