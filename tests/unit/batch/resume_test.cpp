// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Jobs with a journal: resuming gives the same outputs, however the previous run ended.
#include <map>

#include "batch/journal.h"
#include "support/fake_gpu.h"
#include "unit/batch/support.h"

namespace espy::batchtest {
namespace {

using batch::Entry;
using batch::Journal;
using batch::JournalHead;

/// A job with all kinds of outputs.
class Journaled : public Workplace {
 public:
  Journaled() {
    job.folder = folder.path();
    job.needles = {{"needle.ppm", ""}};
    job.summary = "all.csv";
    job.lines = "all.jsonl";
    job.outputFolder = "marked";
    job.cropFolder = "crops";
    job.journal = "job.journal";
    job.file = "job.json";
    job.times = false;
    job.wantBest = true;
  }

  void add(const std::string& name, std::initializer_list<std::int64_t> columns) {
    addImage(name, columns);
    job.images.back() = name;
  }
  void addSome() {
    add("a.ppm", {7, 20});
    add("b.png", {8});
    add("c.pgm", {});
    job.images.push_back("missing.ppm");
    add("d.ppm", {9, 19, 29});
  }

  std::vector<BatchItem> runTo(BatchBegin begin, const Control& control = {}) {
    job.begin = begin;
    return runAll(control);
  }

  std::vector<BatchItem> runAll(const Control& control = {}) {
    const auto runner = makeBatchRunner(registry);
    std::vector<BatchItem> items = runner->plan(job);
    searched = 0;
    runner->run(
        job, items,
        [&](std::size_t i) { searched += items[i].state == BatchState::running ? 1 : 0; }, control);
    return items;
  }

  /// All written files except the journal.
  std::map<std::string, std::string> written() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
      const std::string name = entry.path().lexically_relative(folder.path()).string();
      if (entry.is_regular_file() && !name.starts_with("job.journal")) {
        files[name] = load(entry.path().string());
      }
    }
    return files;
  }

  void removeOutputs() const {
    for (const char* name : {"all.csv", "all.jsonl", "marked", "crops", "job.journal"}) {
      std::filesystem::remove_all(folder / name);
    }
  }

  std::size_t searched = 0;  ///< images searched by the last run
};

TEST(BatchResume, WritesEverything) {
  Journaled place;
  place.addSome();
  const std::vector<BatchItem> items = place.runAll();
  EXPECT_EQ(statesOf(items), (std::vector{BatchState::done, BatchState::done, BatchState::done,
                                          BatchState::failed, BatchState::done}));
  const auto written = place.written();
  for (const char* name : {"marked/a.ppm", "marked/b.png", "marked/c.pgm", "crops/a-001.png",
                           "crops/a-002.png", "crops/b-001.png", "crops/d-003.png"}) {
    EXPECT_TRUE(written.contains(name)) << name;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place.folder / "crops"), {}), 6);
  EXPECT_TRUE(readPicture(place.folder / "crops/d-002.png").image.size() == (Size{5, 4}));
  EXPECT_EQ(written.at("all.csv"),
            "image,state,needle,x,y,width,height,score,distance,reason\r\n"
            "a.ppm,done,needle.ppm,7,3,5,4,1,0,\r\n"
            "a.ppm,done,needle.ppm,20,3,5,4,1,0,\r\n"
            "b.png,done,needle.ppm,8,3,5,4,1,0,\r\n"
            "c.pgm,done,,,,,,,,\r\n"
            "missing.ppm,failed,,,,,,,,missing.ppm: cannot be opened: No such file or directory\r\n"
            "d.ppm,done,needle.ppm,9,3,5,4,1,0,\r\n"
            "d.ppm,done,needle.ppm,19,3,5,4,1,0,\r\n"
            "d.ppm,done,needle.ppm,29,3,5,4,1,0,\r\n");
  const std::string& lines = written.at("all.jsonl");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 4);
  EXPECT_TRUE(lines.starts_with(R"({"image":"a.ppm","width":40,"height":30,"engine":)")) << lines;
}

TEST(BatchResume, AFinishedJobIsDoneAtOnceAndStaysTheSame) {
  Journaled place;
  place.addSome();
  place.runAll();
  const auto before = place.written();
  const std::vector<BatchItem> items = place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 0U);
  EXPECT_EQ(items[0].found, 2U);
  EXPECT_EQ(items[3].state, BatchState::failed);
  EXPECT_TRUE(place.written() == before);
  place.runTo(BatchBegin::retry);
  EXPECT_EQ(place.searched, 1U);
  EXPECT_TRUE(place.written() == before);
}

TEST(BatchResume, NothingIsBegunTwiceUnasked) {
  Journaled place;
  place.add("a.ppm", {7});
  place.runAll();
  EXPECT_NE(place.refusal(), "");
  std::filesystem::remove_all(place.folder / "job.journal");
  for (const char* name : {"marked/a.ppm", "crops/a-001.png", "all.csv", "all.jsonl"}) {
    EXPECT_NE(place.refusal().find(name), std::string::npos) << place.refusal();
    std::filesystem::remove(place.folder / name);
  }
  EXPECT_EQ(place.refusal(), "");
  place.runAll();
  place.job.overwrite = true;
  EXPECT_EQ(place.refusal(), "");
}

/// Stopped at arbitrary times and resumed until it is complete.
TEST(BatchResume, HoweverOftenItIsStoppedTheOutputsAreTheSame) {
  Journaled place;
  place.addSome();
  for (int i = 0; i < 8; ++i) place.add("more" + std::to_string(i) + ".ppm", {7, 14 + i});
  place.runAll();
  const auto whole = place.written();
  int stops = 0;
  for (int round = 0; round < 12; ++round) {
    place.removeOutputs();
    for (int attempt = 0;; ++attempt) {
      std::stop_source source;
      Control control;
      control.threads = 1 + round % 3;
      control.stop = source.get_token();
      const std::jthread stopper([&source, round, attempt] {
        std::this_thread::sleep_for(std::chrono::microseconds(700 * round + 2000 * attempt));
        source.request_stop();
      });
      const std::vector<BatchItem> items = place.runTo(BatchBegin::resume, control);
      const auto states = statesOf(items);
      if (std::count(states.begin(), states.end(), BatchState::cancelled) == 0) break;
      ++stops;
      EXPECT_FALSE(std::filesystem::exists(place.folder / "all.csv"));
    }
    EXPECT_TRUE(place.written() == whole) << round;
  }
  EXPECT_GT(stops, 0);
}

TEST(BatchResume, AnImageThatChangedIsSearchedAgain) {
  Journaled place;
  place.add("a.ppm", {7, 20, 30});
  place.add("b.ppm", {7});
  place.add("c.ppm", {7});
  place.runAll();
  const std::string old = load(place.folder / "b.ppm");
  place.add("a.ppm", {9});
  place.job.images.pop_back();
  iotest::store(place.folder / "b.ppm", old);  // rewritten with the same content
  std::filesystem::remove(place.folder / "c.ppm");
  const std::vector<BatchItem> items = place.runTo(BatchBegin::resume);
  EXPECT_EQ(statesOf(items), std::vector(3, BatchState::done));
  EXPECT_EQ(place.searched, 1U);
  EXPECT_EQ(items[0].found, 1U);
  EXPECT_NE(place.written().at("all.csv").find("a.ppm,done,needle.ppm,9,3"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(place.folder / "crops/a-002.png")) << "of what it was";
  EXPECT_FALSE(std::filesystem::exists(place.folder / "crops/a-003.png"));

  // Outputs of an image that became unreadable are removed.
  iotest::store(place.folder / "a.ppm", "no picture");
  EXPECT_EQ(place.runTo(BatchBegin::resume)[0].state, BatchState::failed);
  EXPECT_FALSE(std::filesystem::exists(place.folder / "marked/a.ppm"));
  EXPECT_FALSE(std::filesystem::exists(place.folder / "crops/a-001.png"));
  place.add("a.ppm", {9});
  place.job.images.pop_back();
  place.runTo(BatchBegin::resume);

  // Missing outputs are written again.
  place.add("c.ppm", {7});
  place.job.images.pop_back();
  const auto whole = place.written();
  for (const char* name : {"marked/b.ppm", "crops/a-001.png", "all.jsonl"}) {
    std::filesystem::remove(place.folder / name);
  }
  place.runTo(BatchBegin::resume);
  EXPECT_TRUE(place.written() == whole);
}

/// The cause may be gone by then, such as missing permissions.
TEST(BatchResume, WhatCouldNotBeReadIsTriedAgain) {
  Journaled place;
  place.add("a.ppm", {7});
  place.add("b.ppm", {7});
  iotest::store(place.folder / "b.ppm", "no picture");
  std::filesystem::create_directory(place.folder / "c.ppm");  // exists, but is not readable
  place.job.images.emplace_back("c.ppm");
  EXPECT_EQ(statesOf(place.runAll()),
            (std::vector{BatchState::done, BatchState::failed, BatchState::failed}));
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 1U);
}

/// It may be whole by the time at which the failure is recorded.
TEST(BatchResume, WhatChangedWhileItWasReadIsTriedAgain) {
  Journaled place;
  place.add("a.ppm", {7});
  Engine engine = place.registry.engine("sequential");
  engine.name = "writes";
  place.registry.addEngine(engine);
  int writes = 2;  // during the next searches of the image
  place.registry.add<FindExact>(
      "writes", [&](const Scene& scene, std::span<const Needle> needles,
                    const ExactOptions& options, const Control& control, RunReport& report) {
        if (scene.size() == Size{40, 30} && writes-- > 0) {
          const std::filesystem::path file = place.folder / "a.ppm";
          std::filesystem::last_write_time(
              file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
        }
        const auto& find = place.registry.get<FindExact>("sequential");
        return find(scene, needles, options, control, report);
      });
  place.job.engine = "writes";
  EXPECT_EQ(place.runAll()[0].reason.text(), "a.ppm: changed while it was read");
  EXPECT_EQ(place.runTo(BatchBegin::resume)[0].state, BatchState::done);
}

TEST(BatchResume, ACropThatIsLostIsWrittenAgain) {
  Journaled place;
  place.add("a.ppm", {7, 20, 30});
  place.runAll();
  const auto whole = place.written();
  std::filesystem::remove(place.folder / "crops/a-001.png");
  place.runTo(BatchBegin::resume);
  EXPECT_TRUE(place.written() == whole);
}

TEST(BatchResume, NeedlesAndOptionsDecide) {
  Journaled place;
  place.addSome();
  place.runAll();
  place.job.tolerance = 1;
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 5U);
  const std::string needle = load(place.folder / "needle.ppm");
  iotest::store(place.folder / "needle.ppm", needle.substr(0, needle.size() - 1) + "!");
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 5U);
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 0U);
  // Engine and number of threads do not.
  place.job.control.threads = 7;
  place.job.engine = "sequential";
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 0U);
}

TEST(BatchResume, ImagesMayComeAndGo) {
  Journaled place;
  place.add("a.ppm", {7});
  place.add("b.ppm", {8});
  place.runAll();
  place.job.images = {"b.ppm"};
  place.add("c.ppm", {9});
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 1U);
  EXPECT_EQ(place.written().at("all.csv"),
            "image,state,needle,x,y,width,height,score,distance,reason\r\n"
            "b.ppm,done,needle.ppm,8,3,5,4,1,0,\r\n"
            "c.ppm,done,needle.ppm,9,3,5,4,1,0,\r\n");
  // The journal has only these, with their new indices.
  place.runTo(BatchBegin::resume);
  EXPECT_EQ(place.searched, 0U);
  // A file at a new image's output path is not the job's own.
  iotest::store(place.folder / "marked/d.ppm", "mine");
  place.add("d.ppm", {9});
  const std::vector<BatchItem> items = place.runTo(BatchBegin::resume);
  EXPECT_EQ(items[2].state, BatchState::failed);
  EXPECT_EQ(load(place.folder / "marked/d.ppm"), "mine");
  std::filesystem::remove(place.folder / "marked/d.ppm");
  EXPECT_EQ(place.runTo(BatchBegin::resume)[2].state, BatchState::done) << "not for its own sake";
}

TEST(BatchResume, WhatOthersWroteElsewhereStays) {
  Journaled place;
  place.add("a.ppm", {7});
  place.runAll();
  std::filesystem::create_directory(place.folder / "other");
  iotest::store(place.folder / "other/a.ppm", "mine");
  place.job.outputFolder = "other";
  place.job.summary = "other.csv";
  place.job.lines = "other.jsonl";
  EXPECT_EQ(place.runTo(BatchBegin::resume)[0].state, BatchState::failed);
  EXPECT_EQ(load(place.folder / "other/a.ppm"), "mine");
}

/// Any line may be damaged on disk, the first one too.
TEST(BatchResume, AJournalWithoutItsFirstLineGoesOn) {
  for (const char* naming : {"{name}", "{number}"}) {
    Journaled place;
    place.job.naming = naming;
    place.addSome();
    place.runAll();
    const auto before = place.written();
    const std::string file = Journal::fileOf(place.folder / "job.journal", {});
    std::string spoiled = load(file);
    spoiled[5] = '!';
    store(file, spoiled);
    // The owner of the reports is unknown; output paths come from the current job.
    place.job.begin = BatchBegin::resume;
    for (const char* report : {"all.csv", "all.jsonl"}) {
      EXPECT_NE(place.refusal().find(report), std::string::npos) << place.refusal();
      std::filesystem::remove(place.folder / report);
    }
    EXPECT_THROW(mergeBatch(place.folder / "job.journal"), Error) << "it is to resume first";
    place.runTo(BatchBegin::resume);
    EXPECT_EQ(place.searched, 0U) << naming;
    EXPECT_TRUE(place.written() == before) << naming;
    place.runTo(BatchBegin::retry);
    EXPECT_EQ(place.searched, 1U) << naming;
    EXPECT_TRUE(place.written() == before) << naming;
  }
}

/// A journal that claims more images than it has lines must not allocate memory for them.
TEST(BatchResume, AJournalWithTooManyImagesIsRefused) {
  Journaled place;
  place.addSome();
  place.runAll();
  const std::string folder = place.folder / "job.journal";
  std::vector<Entry> entries;
  const auto journal =
      Journal::open(folder, {}, false, [&](const Entry& entry) { entries.push_back(entry); });
  JournalHead head = journal->head();
  for (const std::size_t images : {std::size_t{999'999'999}, ~std::size_t{0}, std::size_t{0}}) {
    head.images = images;
    journal->renew(head, entries);
    try {
      mergeBatch(folder);
      FAIL() << images;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()),
                Journal::fileOf(folder, {}) + ": shard 1 of 1 is not finished; resume it");
    }
  }
}

TEST(BatchResume, ShardsMakeOneReport) {
  Journaled place;
  place.addSome();
  place.add("e\xff\n.ppm", {11});
  place.runAll();
  const auto whole = place.written();
  place.removeOutputs();
  // The job's file is expected next to the journals.
  iotest::store(place.folder / "job.json",
                R"({"needles":[{"file":"needle.ppm"}],"images":["x"],"outputs":)"
                R"({"csv":"all.csv","jsonl":"all.jsonl","marked":"marked","crops":"crops"}})");
  std::size_t images = 0;
  for (std::size_t number = 1; number <= 3; ++number) {
    EXPECT_THROW(mergeBatch(place.folder / ""), Error) << "not all are done";
    place.job.shard = {number, 3};
    images += place.runAll().size();
    EXPECT_FALSE(std::filesystem::exists(place.folder / "all.csv"));
  }
  EXPECT_EQ(images, 6U);
  const BatchMerge merged = mergeBatch(place.folder / "");
  EXPECT_EQ(merged.images, 6U);
  EXPECT_EQ(merged.matches, 7U);
  ASSERT_EQ(merged.failures.size(), 1U);
  auto now = place.written();
  now.erase("job.json");
  EXPECT_TRUE(now == whole);
  EXPECT_THROW(mergeBatch(place.folder / "job.journal/"), Error) << "its outputs exist";
  place.job.shard = {4, 3};
  EXPECT_NE(place.refusal(), "");
}

TEST(BatchResume, WhatALostGpuDidNotDoTheProcessorDoes) {
  Journaled place;
  for (int i = 0; i < 12; ++i) place.add("i" + std::to_string(i) + ".ppm", {7});
  const auto counts = test::addFakeGpu(place.registry);
  place.job.engine = "card";
  counts->lostAfter = 4;
  const std::vector<BatchItem> items = place.runAll();
  EXPECT_EQ(statesOf(items), std::vector(12, BatchState::done));
  const auto noted = std::count_if(items.begin(), items.end(),
                                   [](const BatchItem& item) { return !item.note.empty(); });
  EXPECT_GE(noted, 8);
  EXPECT_LE(counts->searched, 4 + 3 + 64);
  const std::string lines = place.written().at("all.jsonl");
  EXPECT_NE(lines.find(R"("engine":"threads")"), std::string::npos);
  EXPECT_NE(lines.find(R"("fallback":"fell off the bus")"), std::string::npos);
}

}  // namespace
}  // namespace espy::batchtest
