// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A library's answer to photographs.
#include <gtest/gtest.h>

#include <filesystem>

#include "espy/engine/all.h"
#include "support/surface_photo.h"
#include "unit/identify/support.h"

namespace espy::identifytest {
namespace {

class Answers : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_FEATURES();
    folder_ = std::filesystem::temp_directory_path() /
              ("espy-answers-" + std::to_string(::getpid()) + ".esl");
    std::filesystem::remove_all(folder_);
    SurfaceOptions options;
    options.maker = featureMaker();
    SurfaceLibrary::create(folder_.string(), options);
    SurfaceWriter writer(folder_.string());
    for (std::uint64_t seed = 1; seed <= kKnown; ++seed) {
      const Image photo = shown(seed, test::referenceView(seed));
      writer.add("surface " + std::to_string(seed), featuresOf(photo, writer.facts().options));
    }
    writer.commit();
    library_ = std::make_unique<SurfaceLibrary>(folder_.string());
  }
  void TearDown() override {
    library_.reset();
    std::filesystem::remove_all(folder_);
  }

  static Image shown(std::uint64_t seed, const test::SurfaceView& view) {
    test::SurfaceSeed of;
    of.kind = static_cast<test::SurfaceKind>(seed % test::kSurfaceKinds);
    of.own = seed;
    test::SurfaceSeed around;
    around.own = seed + 1000;
    return test::surfacePhoto(test::surfaceSheet(of), test::surfaceSheet(around), view, seed);
  }

  static constexpr std::uint64_t kKnown = 6;
  std::filesystem::path folder_;
  std::unique_ptr<SurfaceLibrary> library_;
  Registry registry_ = makeRegistry();
};

TEST_F(Answers, NameTheSurfaceOrNone) {
  for (std::uint64_t seed = 1; seed <= kKnown; ++seed) {
    const Image photo = shown(seed, test::queryView(test::SurfaceLevel::easy, seed));
    const SurfaceAnswer answer = identifySurface(registry_, "openmp", *library_, photo);
    ASSERT_TRUE(answer.known) << seed;
    const SurfaceMatch& best = answer.matches[answer.best];
    EXPECT_EQ(best.id, "surface " + std::to_string(seed));
    EXPECT_EQ(best.pairs.size(), static_cast<std::size_t>(best.count));
    EXPECT_EQ(best.verification.inliers.size(), best.pairs.size());
    EXPECT_TRUE(best.verification.homography.has_value());
    EXPECT_EQ(answer.references, static_cast<std::int64_t>(kKnown));
  }
  const Image stranger = shown(99, test::queryView(test::SurfaceLevel::easy, 99));
  EXPECT_FALSE(identifySurface(registry_, "openmp", *library_, stranger).known);
}

TEST_F(Answers, AreMergedFromPartsOfALibrary) {
  const std::filesystem::path parts = folder_.string() + ".parts";
  std::filesystem::remove_all(parts);
  std::filesystem::create_directory(parts);
  constexpr std::int64_t kParts = 3;
  std::vector<std::unique_ptr<SurfaceLibrary>> libraries;
  for (std::int64_t part = 0; part < kParts; ++part) {
    const std::string folder = (parts / std::to_string(part)).string();
    SurfaceOptions options;
    options.maker = featureMaker();
    SurfaceLibrary::create(folder, options);
    SurfaceWriter writer(folder);
    for (std::int64_t i = part; i < library_->facts().references; i += kParts) {
      const Surface surface = library_->surface(i);
      writer.add(surface.id, surface.features);
    }
    writer.commit();
    libraries.push_back(std::make_unique<SurfaceLibrary>(folder));
  }
  for (const std::int64_t top : {1, 2, 10}) {
    for (const std::uint64_t seed : {2, 5, 99}) {
      IdentifyOptions options;
      options.top = top;
      const Features query =
          featuresOf(shown(seed, test::queryView(test::SurfaceLevel::medium, seed)),
                     queryOptions(*library_, options));
      std::vector<SurfaceCandidates> candidates;
      // Two parts in one call, the third in another.
      const SurfaceLibrary* const two[] = {libraries[2].get(), libraries[0].get()};
      const SurfaceLibrary* const one[] = {libraries[1].get()};
      candidates.push_back(
          surfaceCandidates(registry_, "openmp", two, {&query, 1}, rankOptionsOf(options)).front());
      candidates.push_back(
          surfaceCandidates(registry_, "openmp", one, {&query, 1}, rankOptionsOf(options)).front());
      const SurfaceAnswer together = judgeCandidates(query, candidates, options);
      const SurfaceAnswer whole =
          identifySurfaces(registry_, "openmp", *library_, {&query, 1}, options).front();
      EXPECT_EQ(together.references, whole.references);
      EXPECT_EQ(together.known, whole.known);
      EXPECT_EQ(together.best, whole.best);
      EXPECT_EQ(together.margin, whole.margin);
      ASSERT_EQ(together.matches.size(), whole.matches.size());
      for (std::size_t m = 0; m < whole.matches.size(); ++m) {
        EXPECT_EQ(together.matches[m].id, whole.matches[m].id);
        EXPECT_EQ(together.matches[m].count, whole.matches[m].count);
        EXPECT_EQ(together.matches[m].pairs, whole.matches[m].pairs);
        EXPECT_EQ(together.matches[m].verification.inliers, whole.matches[m].verification.inliers);
        EXPECT_EQ(together.matches[m].verification.homography,
                  whole.matches[m].verification.homography);
      }
    }
  }
  std::filesystem::remove_all(parts);
}

TEST_F(Answers, AreTheSameOneByOneAndTogether) {
  std::vector<Features> queries;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Image photo = shown(seed, test::queryView(test::SurfaceLevel::medium, seed));
    queries.push_back(featuresOf(photo, queryOptions(*library_)));
  }
  const auto all = identifySurfaces(registry_, "openmp", *library_, queries);
  ASSERT_EQ(all.size(), queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto one = identifySurfaces(registry_, "sequential", *library_, {&queries[q], 1});
    ASSERT_EQ(one[0].matches.size(), all[q].matches.size());
    for (std::size_t m = 0; m < all[q].matches.size(); ++m) {
      EXPECT_EQ(one[0].matches[m].id, all[q].matches[m].id);
      EXPECT_EQ(one[0].matches[m].count, all[q].matches[m].count);
      EXPECT_EQ(one[0].matches[m].verification.homography,
                all[q].matches[m].verification.homography);
    }
    EXPECT_EQ(one[0].margin, all[q].margin);
  }
}

TEST_F(Answers, TheMarginIsOverTheRunnerUp) {
  const Image photo = shown(2, test::queryView(test::SurfaceLevel::easy, 2));
  const Features query = featuresOf(photo, queryOptions(*library_));
  const auto answerWith = [&](std::int64_t top) {
    IdentifyOptions options;
    options.top = top;
    return identifySurfaces(registry_, "openmp", *library_, {&query, 1}, options).front();
  };
  const SurfaceAnswer all = answerWith(10);
  ASSERT_GE(all.matches.size(), 2U);
  EXPECT_EQ(all.best, 0U);
  EXPECT_EQ(all.margin, all.matches[0].count - all.matches[1].count);
  const SurfaceAnswer one = answerWith(1);
  EXPECT_EQ(one.matches.size(), 1U);
  EXPECT_EQ(one.margin, all.margin) << "also where only one is returned";
}

TEST_F(Answers, TheMarginIsNegativeIfAnotherCountsMore) {
  // More features of one surface, mirrored so that they are inconsistent, than of another.
  Features mixed = featuresOf(shown(1, test::referenceView(1)), queryOptions(*library_));
  for (FeaturePoint& point : mixed.points) {
    point.x = static_cast<float>(mixed.picture.width) - point.x;
  }
  const Features other = featuresOf(shown(2, test::referenceView(2)), queryOptions(*library_));
  constexpr std::size_t kOfOther = 60;
  mixed.points.insert(mixed.points.end(), other.points.begin(), other.points.begin() + kOfOther);
  mixed.bytes.insert(mixed.bytes.end(), other.bytes.begin(),
                     other.bytes.begin() + kOfOther * kFeatureBytes);
  const SurfaceAnswer answer =
      identifySurfaces(registry_, "openmp", *library_, {&mixed, 1}).front();
  ASSERT_TRUE(answer.known);
  EXPECT_EQ(answer.matches[0].id, "surface 1");
  EXPECT_EQ(answer.matches[answer.best].id, "surface 2");
  EXPECT_EQ(answer.margin, answer.matches[answer.best].count - answer.matches[0].count);
  EXPECT_LT(answer.margin, 0);
}

TEST_F(Answers, FeaturesOfAnotherMakerAreRefused) {
  const std::filesystem::path other = folder_.string() + ".other";
  SurfaceOptions options;
  options.maker = "somebody else";
  SurfaceLibrary::create(other.string(), options);
  const SurfaceLibrary library(other.string());
  const Features nothing;
  EXPECT_NE(refusalOf(ErrorCode::unsupported,
                      [&] {
                        (void)identifySurfaces(registry_, "auto", library, {&nothing, 1});
                      })
                .find("somebody else"),
            std::string::npos);
  std::filesystem::remove_all(other);
}

}  // namespace
}  // namespace espy::identifytest
