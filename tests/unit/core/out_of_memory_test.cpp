// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every allocation of the public functions fails in turn: each failure is an `Error` or has no
// effect. A separate program, since it replaces the allocator.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>

#include "espy/engine/all.h"
#include "espy/engine/motif.h"
#include "espy/engine/surfaces.h"
#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace {

/// Allocations until one fails; negative: none does.
std::atomic<std::int64_t> left = -1;

void* allocated(std::size_t bytes) {
  if (left.load(std::memory_order_relaxed) >= 0 && left.fetch_sub(1) == 0) return nullptr;
  return std::malloc(std::max<std::size_t>(bytes, 1));
}

}  // namespace

void* operator new(std::size_t bytes) {
  void* memory = allocated(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}

namespace espy {
namespace {

using iotest::Folder;

/// Runs `work` with the first, second, ... allocation failing, until none of its allocations does;
/// `prepare` comes before each run. Returns how many runs threw.
int failures(
    const std::function<void()>& work, const std::function<void()>& prepare = [] {}) {
  constexpr std::int64_t kMost = 100000;
  int thrown = 0;
  // The first 200 one by one, then every 20th.
  for (std::int64_t nth = 0; nth < kMost; nth += nth < 200 ? 1 : 20) {
    prepare();
    left = nth;
    try {
      work();
    } catch (const Error&) {
      ++thrown;
    } catch (const std::exception& error) {
      left = -1;
      ADD_FAILURE() << "allocation " << nth << ": " << error.what();
      return thrown;
    }
    const bool all = left >= 0;
    left = -1;
    if (all) return thrown;
  }
  ADD_FAILURE() << "too many allocations";
  return thrown;
}

Features featuresBy(std::uint64_t seed) {
  test::Random random(seed);
  Features features;
  features.picture = {640, 480};
  for (int i = 0; i < 4; ++i) {
    features.points.push_back(
        {static_cast<float>(random.below(640)), static_cast<float>(random.below(480)), 10, 90});
    for (std::int64_t byte = 0; byte < kFeatureBytes; ++byte) {
      features.bytes.push_back(static_cast<std::uint8_t>(random.below(178)));
    }
  }
  return features;
}

SurfaceOptions fewFeatures() {
  SurfaceOptions options;
  options.features.most = 4;
  options.leastFeatures = 1;
  options.maker = "random";
  return options;
}

/// First, before another test makes the registry.
TEST(OutOfMemory, FindIsAnError) {
  const Image picture = iotest::testPicture({24, 16}, {1, Depth::u8});
  const Needle needle{picture.view().crop(3, 4, {6, 5})};
  EXPECT_GT(failures([&] { find(picture, {&needle, 1}, {.engine = "sequential"}); }), 10);
}

TEST(OutOfMemory, WhatBelongsToASearchIsAnError) {
  const Image picture = iotest::testPicture({24, 16}, {1, Depth::u8});
  const Needle needle{picture.view().crop(3, 4, {6, 5})};
  FindOptions options{.method = Method::zncc, .engine = "sequential"};
  options.pose.angle = {0, 360, 10};
  EXPECT_GT(failures([&] { check(needle, picture.format(), options); }), 0);

  Finding finding;
  finding.matches.assign(3, {0, 1, 2, 6, 5, 0, false, 1});
  const std::vector<std::string> names(40, "a needle whose name is not short at all");
  EXPECT_GT(failures([&] {
              writeJson("picture", names, picture.size(), options, finding,
                        [](std::string_view) {});
            }),
            40);

  std::vector<Match> matches;
  EXPECT_GT(failures([&] { selectMatches(matches, {.overlap = 0.5, .top = 2}); },
                     [&] {
                       matches.assign(64, {0, 1, 2, 6, 5, 0, false, 1});
                       for (std::size_t i = 0; i < matches.size(); ++i) {
                         matches[i].x = static_cast<std::uint32_t>(i * 4);
                       }
                     }),
            0);
}

TEST(OutOfMemory, SurfacesAreErrors) {
  const Folder folder;
  const std::string path = folder / "library";
  EXPECT_GT(failures([&] { SurfaceLibrary::create(path, fewFeatures()); },
                     [&] { std::filesystem::remove_all(path); }),
            5);
  const Features features = featuresBy(1);
  // The callers' own strings are made before.
  std::string given;
  std::string id;
  int count = 0;
  EXPECT_GT(failures(
                [&] {
                  SurfaceWriter writer(std::move(given));
                  if (writer.has("nothing")) return;
                  writer.add(id, features);
                  writer.commit();
                },
                [&] {
                  given = path;
                  id = "surface " + std::to_string(++count);
                }),
            20);
  {
    SurfaceWriter writer(path);
    writer.update("a surface that can be removed", features, "and its name");
    writer.commit();
    EXPECT_GT(failures([&] {
                writer.update("a surface that can be removed", features, "and its name");
                writer.remove("a surface that can be removed");
                writer.compact();
              }),
              20);
  }
  {
    SurfaceWriter writer(path);
    writer.update("a surface of every library", features);
    writer.commit();
  }
  EXPECT_GT(failures(
                [&] {
                  SurfaceLibrary library(std::move(given));
                  const auto reference = library.find("a surface of every library");
                  ASSERT_TRUE(reference.has_value());
                  EXPECT_EQ(library.surface(*reference).id, library.idOf(*reference));
                  EXPECT_EQ(library.ids("", 1).size(), 1U);
                  EXPECT_GT(library.facts().bytes, 0);
                  library.refresh();
                },
                [&] { given = path; }),
            20);
  EXPECT_GT(failures([&] { verifyLibrary(path); }), 5);
  EXPECT_GT(failures([&] { snapshotFiles(path); }), 5);
  EXPECT_TRUE(verifyLibrary(path).empty());
}

TEST(OutOfMemory, MotifsAreErrors) {
  const std::vector<float> motif{1, 2, 3, 2, 1, 5};
  const std::vector<float> data{0, 1, 2, 3, 3, 2, 1, 5, 4, 2};
  const std::vector<Samples> query{Samples(motif)};
  const std::vector<Samples> recording{Samples(data)};
  MotifTask task;
  task.query = query;
  task.data = recording;
  MotifFinding finding;
  EXPECT_GT(failures([&] { finding = findMotif(task, "sequential"); }), 5);
  ASSERT_FALSE(finding.matches.empty());
  EXPECT_GT(failures([&] { warpingPath(task, finding.matches.front(), 0); }), 5);
}

}  // namespace
}  // namespace espy
