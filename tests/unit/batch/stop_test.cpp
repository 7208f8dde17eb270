// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "unit/batch/support.h"

namespace espy::batchtest {
namespace {

TEST(BatchStop, WhatIsNotDoneBecomesCancelled) {
  Workplace place;
  for (const char* name : {"a.ppm", "b.ppm", "c.ppm", "d.ppm"}) place.addImage(name, {7});
  place.job.outputFolder = place.folder / "out";
  place.job.summary = place.folder / "summary.csv";
  // Reading blocks until the run is stopped: the pipe has no writer.
  const std::string second = place.job.images[1];
  std::filesystem::rename(second, second + ".later");
  ASSERT_EQ(::mkfifo(second.c_str(), 0600), 0);
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  std::stop_source source;
  Control control;
  control.threads = 1;
  control.stop = source.get_token();
  std::vector<std::size_t> changes;
  const auto changed = [&](std::size_t i) {
    changes.push_back(i);
    if (i == 1 && items[i].state == BatchState::running) source.request_stop();
  };
  runner->run(place.job, items, changed, control);
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::done, BatchState::cancelled,
                                          BatchState::cancelled, BatchState::cancelled}));
  EXPECT_EQ(changes, (std::vector<std::size_t>{0, 0, 1, 1, 2, 3}));
  EXPECT_TRUE(items[1].matches.empty());
  EXPECT_EQ(items[1].reason, "");
  EXPECT_TRUE(std::filesystem::exists(items[0].output));
  EXPECT_FALSE(std::filesystem::exists(items[1].output));
  const std::string csv = load(place.job.summary);
  EXPECT_NE(csv.find(items[0].image + ",done,"), std::string::npos);
  EXPECT_NE(csv.find(items[3].image + ",cancelled,"), std::string::npos);

  // Cancelled images can be queued again.
  std::filesystem::rename(second + ".later", second);
  place.job.overwrite = true;
  for (BatchItem& item : items) {
    if (item.state == BatchState::cancelled) item.state = BatchState::queued;
  }
  runner->run(place.job, items, {}, {});
  EXPECT_EQ(statesOf(items), std::vector(4, BatchState::done));
  const std::string all = load(place.job.summary);
  for (const BatchItem& item : items) EXPECT_NE(all.find(item.image + ",done,"), std::string::npos);
}

TEST(BatchStop, BeforeTheFirstImage) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.job.outputFolder = place.folder / "out";
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  runner->run(place.job, items, {}, control);
  EXPECT_EQ(items[0].state, BatchState::cancelled);
  EXPECT_FALSE(std::filesystem::exists(place.job.outputFolder));
}

/// An image may have a million crops.
TEST(BatchStop, DoesNotWaitForAllCropsOfAnImage) {
  Workplace place;
  writePicture(place.job.needles[0].file, Image({1, 1}, Workplace::kColour));
  place.job.images.push_back(place.folder / "blank.ppm");
  writePicture(place.job.images[0], Image({200, 200}, Workplace::kColour));
  place.job.cropFolder = place.folder / "crops";
  std::stop_source source;
  Control control;
  control.stop = source.get_token();
  const std::jthread stopper([&](const std::stop_token& over) {
    while (!over.stop_requested() &&
           !std::filesystem::exists(place.folder / "crops/blank-003.png")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    source.request_stop();
  });
  const auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  runner->run(place.job, items, {}, control);
  EXPECT_EQ(items[0].state, BatchState::cancelled);
  EXPECT_TRUE(std::filesystem::is_empty(place.job.cropFolder));
}

/// Reading blocks forever: the pipe has no writer.
TEST(BatchStop, DoesNotWaitForAPictureThatIsBeingRead) {
  Workplace place;
  place.addImage("a.ppm", {7});
  const std::string pipe = place.folder / "b.ppm";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  place.job.images.push_back(pipe);
  auto runner = makeBatchRunner(place.registry);
  std::vector<BatchItem> items = runner->plan(place.job);
  std::stop_source source;
  Control control;
  control.stop = source.get_token();
  std::jthread stopper;
  const auto changed = [&](std::size_t i) {
    if (i != 1 || items[i].state != BatchState::running) return;
    stopper = std::jthread([&source] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      source.request_stop();
    });
  };
  runner->run(place.job, items, changed, control);
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::done, BatchState::cancelled}));
  runner.reset();  // waits for the reader thread, which was cancelled
}

/// Stops at an arbitrary time of reading, searching, marking or saving.
TEST(BatchStop, AtAnyTimeLeavesACorrectState) {
  Workplace place;
  place.addImage("a.ppm", {7});
  place.addImage("b.png", {8});
  for (int i = 0; i < 60; ++i) {
    place.job.outputFolder = place.folder / ("out" + std::to_string(i));
    auto runner = makeBatchRunner(place.registry);
    std::vector<BatchItem> items = runner->plan(place.job);
    std::stop_source source;
    Control control;
    control.stop = source.get_token();
    const std::jthread stopper([&source, i] {
      std::this_thread::sleep_for(std::chrono::microseconds(150 * i));
      source.request_stop();
    });
    runner->run(place.job, items, {}, control);
    runner.reset();
    std::size_t done = 0;
    for (const BatchItem& item : items) {
      ASSERT_TRUE(item.state == BatchState::done || item.state == BatchState::cancelled)
          << item.reason.text();
      EXPECT_EQ(std::filesystem::exists(item.output), item.state == BatchState::done);
      EXPECT_EQ(item.matches.size(), item.state == BatchState::done ? 1U : 0U);
      if (item.state == BatchState::done) ++done;
    }
    if (!std::filesystem::exists(place.job.outputFolder)) continue;
    const auto files =
        std::distance(std::filesystem::directory_iterator(place.job.outputFolder), {});
    EXPECT_EQ(static_cast<std::size_t>(files), done) << "no temporary file is left";
  }
}

}  // namespace
}  // namespace espy::batchtest
