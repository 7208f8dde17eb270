// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The choice of engine `auto`, and the fallback if a GPU fails.
#include "find/choose.h"

#include <gtest/gtest.h>

#include "espy/engine/exact.h"
#include "espy/engine/find.h"
#include "espy/error.h"
#include "support/find_with.h"

namespace espy {
namespace {

using finders::Workload;

std::string gpuRuns() {
  return "";
}

std::string mustNotBeCalled() {
  ADD_FAILURE() << "the card was asked for";
  return "";
}

void expectReason(const Message& choice, const std::string& words) {
  EXPECT_NE(choice.text().find(words), std::string::npos) << choice.text();
}

TEST(Choose, SmallSearchesRunOnOneThread) {
  const Choice choice =
      finders::chooseFindEngine({{1024, 1024}, {3, Depth::u8}, 1, 0, 8}, mustNotBeCalled);
  EXPECT_EQ(choice.engine, "sequential");
  EXPECT_EQ(choice.why, "too little work for threads to pay off");
  EXPECT_EQ(choice.instead, "");
}

TEST(Choose, OneThreadIsSequential) {
  const Choice choice =
      finders::chooseFindEngine({{9000, 9000}, {3, Depth::u8}, 1, 0, 1}, mustNotBeCalled);
  EXPECT_EQ(choice.engine, "sequential");
  EXPECT_EQ(choice.why, "only one thread may be used");
}

TEST(Choose, SamplingNeverWantsAGpu) {
  const Choice choice =
      finders::chooseFindEngine({{1 << 20, 1 << 14}, {4, Depth::u16}, 5000, 0, 2}, mustNotBeCalled);
  EXPECT_EQ(choice.engine, "threads");
  EXPECT_EQ(choice.why, "17179.9 megapixels are enough work for 2 threads");
}

TEST(Choose, ATolerantSearchTakesTheGpuWhereItPays) {
  // 1.5 ns per pixel on 2 threads against 600 ms and 3 bytes per pixel at 8 GB/s.
  const auto at = [](std::int64_t megapixels, auto objection) {
    return finders::chooseFindEngine({{1'000'000, megapixels}, {3, Depth::u8}, 1, 1.5, 2},
                                     objection);
  };
  const Choice less = at(1599, mustNotBeCalled);
  EXPECT_EQ(less.engine, "threads");
  EXPECT_EQ(less.instead, "");
  EXPECT_EQ(less.why, "about 1.2 s on 2 threads");
  const Choice more = at(1601, gpuRuns);
  EXPECT_EQ(more.engine, "cuda");
  EXPECT_EQ(more.instead, "threads");
  EXPECT_EQ(more.why,
            "about 1.2 s on 2 threads; the GPU is faster, start-up and transfers included");
}

TEST(Choose, NeedlesAndThreadsCount) {
  const Workload four{{2000, 1000}, {1, Depth::u8}, 400, 1.5, 4};
  EXPECT_EQ(finders::chooseFindEngine(four, mustNotBeCalled).engine, "threads");
  Workload one = four;
  one.threads = 1;
  const Choice choice = finders::chooseFindEngine(one, gpuRuns);
  EXPECT_EQ(choice.engine, "cuda");
  EXPECT_EQ(choice.instead, "sequential");
  expectReason(choice.why, "about 1.2 s on 1 thread;");
}

TEST(Choose, AGpuThatCannotRunIsNamed) {
  const Choice choice = finders::chooseFindEngine({{2000, 1000}, {1, Depth::u8}, 1000, 1.5, 2},
                                                  [] { return "there is no engine cuda"; });
  EXPECT_EQ(choice.engine, "threads");
  EXPECT_EQ(choice.instead, "");
  expectReason(choice.why,
               "1.5 s on 2 threads; a GPU would be faster, but there is no engine cuda");
}

/// A registry with a fake GPU, and a search that is long by the estimate but in fact short: a flat
/// picture, and different needles of other colours.
class Fallback : public testing::Test {
 protected:
  Fallback() : scene_({1000, 500}, {1, Depth::u8}), others_({4, 4 * kNeedles}, {1, Depth::u8}) {
    addBuiltInEngines(registry_);
    addPictures(registry_);
    addFind(registry_);
    addExact(registry_);
    for (std::int64_t n = 0; n < kNeedles; ++n) {
      for (std::int64_t y = 0; y < 4; ++y) {
        std::fill_n(others_.pixels().row(4 * n + y), 4, static_cast<std::uint8_t>(100 + n % 100));
      }
      setSample(others_.pixels(), 0, 4 * n, 0, static_cast<std::uint32_t>(100 + n / 100));
      needles_.push_back({others_.view().crop(0, 4 * n, {4, 4}), {}});
    }
    needles_.push_back({scene_.view().crop(0, 0, {1000, 500}), {}});
  }

  void addGpu(ErrorCode code) {
    registry_.addEngine({"cuda", true, "", ""});
    registry_.add<FindExact>("cuda", [code, this](const auto&...) {
      ++calls_;
      throw Error(code, "the card is out of memory");
      return std::vector<std::vector<Place>>();
    });
  }

  Finding find(const std::string& engine) const {
    Control control;
    control.threads = 1;
    return findExact(registry_, engine, scene_, needles_, {1}, {}, control);
  }

  static constexpr std::int64_t kNeedles = 820;
  Registry registry_;
  Image scene_;
  Image others_;
  std::vector<Needle> needles_;
  int calls_ = 0;
};

TEST_F(Fallback, TheProcessorFinishesWhatAGpuCannot) {
  addGpu(ErrorCode::device);
  const Finding finding = find("auto");
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(finding.report.fallback, "the card is out of memory");
  expectReason(finding.report.choice, "the GPU is faster");
  EXPECT_EQ(finding.report.engine, "sequential");
  EXPECT_EQ(finding.report.timeline.stages().front().name, "failed on cuda");
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches[0].needle, kNeedles);
}

TEST_F(Fallback, AnEngineThatWasNamedIsNotReplaced) {
  addGpu(ErrorCode::device);
  EXPECT_THROW(find("cuda"), Error);
  EXPECT_EQ(calls_, 1);
}

TEST_F(Fallback, OtherErrorsAreNotTheGpus) {
  addGpu(ErrorCode::cancelled);
  EXPECT_THROW(find("auto"), Error);
}

TEST_F(Fallback, NoGpuIsNoFallback) {
  const Finding without = find("auto");
  EXPECT_EQ(without.report.engine, "sequential");
  EXPECT_EQ(without.report.fallback, "");
  expectReason(without.report.choice, "there is no engine cuda");

  registry_.addEngine({"cuda", false, "no driver", ""});
  const Finding unable = find("auto");
  EXPECT_EQ(unable.report.engine, "sequential");
  expectReason(unable.report.choice, "engine cuda cannot run here: no driver");

  registry_.setEngine({"cuda", true, "", ""});
  const Finding idle = find("auto");
  EXPECT_EQ(idle.report.engine, "sequential");
  expectReason(idle.report.choice, "engine cuda does not support exact find");
}

}  // namespace
}  // namespace espy
