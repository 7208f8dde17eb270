// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Real photographs of the same objects (Debian's opencv-doc): a graffiti wall with a known
// homography, a facade, and a box among others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "identify/homography.h"

namespace espy::test {
namespace {

namespace fs = std::filesystem;

/// As docs/identify.md recommends for libraries other than those measured.
constexpr std::int64_t kKnownInliers = IdentifyOptions{}.leastInliers;

fs::path folderOfPhotos() {
  const char* const named = std::getenv("ESPY_OPENCV_DOC");
  return fs::path(named != nullptr ? named : "/usr/share/doc/opencv-doc") / "examples/data";
}

/// From the first photograph of the wall to the third, as published, between pixel centres.
constexpr Homography kWall{7.6285898e-01, -2.9922929e-01, 2.2567123e+02,
                           3.3443473e-01, 1.0143901e+00,  -7.6999973e+01,
                           3.4663091e-04, -1.4364524e-05, 1.0000000e+00};

/// The result for one photograph.
struct PhotoAnswer {
  std::string first;  ///< by count
  std::string best;   ///< by inliers, of ten
  std::int32_t count = 0;
  std::int32_t margin = 0;
  std::int64_t inliers = 0;
  Homography homography{};
};

/// Photographs as references.
class PhotoShelf {
 public:
  void add(const std::string& name, const fs::path& path) {
    names_.push_back(name);
    features_.push_back(featuresOf(readPicture(path.string()).image, {.most = kRows}));
  }
  std::size_t size() const { return names_.size(); }

  PhotoAnswer ask(const fs::path& path, const std::string& without = "") const {
    std::vector<Features> references = features_;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == without) references[i] = {};
    }
    const Shelf shelf(kRows, {slabOf(references, kRows)});
    const Features query = featuresOf(readPicture(path.string()).image);
    const std::span<const std::uint8_t> bytes(query.bytes);
    const Registry registry = makeRegistry();
    const Ranking ranking = rankReferences(registry, "openmp", {shelf, {&bytes, 1}}).rankings.at(0);
    PhotoAnswer answer;
    for (const Ranked& one : ranking) {
      const Features& reference = references[static_cast<std::size_t>(one.reference)];
      const Verification found =
          verifyPairs(query, reference, matchedPairs(query.bytes, reference.bytes));
      if (found.inlierCount <= answer.inliers) continue;
      answer.best = names_[static_cast<std::size_t>(one.reference)];
      answer.inliers = found.inlierCount;
      answer.homography = *found.homography;
    }
    if (ranking.empty()) return answer;
    answer.first = names_[static_cast<std::size_t>(ranking[0].reference)];
    answer.count = ranking[0].count;
    answer.margin = ranking[0].count - (ranking.size() > 1 ? ranking[1].count : 0);
    return answer;
  }

 private:
  static constexpr std::int64_t kRows = 384;
  std::vector<std::string> names_;
  std::vector<Features> features_;
};

/// All available photographs; empty if they are missing.
PhotoShelf shelfOfPhotos() {
  PhotoShelf shelf;
  const fs::path folder = folderOfPhotos();
  if (!fs::exists(folder / "graf1.png")) return shelf;
  for (const char* file : {"graf1.png", "leuvenA.jpg", "box.png", "home.jpg", "baboon.jpg",
                           "fruits.jpg", "building.jpg", "board.jpg", "messi5.jpg", "aloeL.jpg",
                           "sudoku.png", "butterfly.jpg", "stuff.jpg", "left01.jpg", "lena.jpg",
                           "squirrel_cls.jpg", "basketball1.png", "blox.jpg", "cards.png"}) {
    if (fs::exists(folder / file)) shelf.add(file, folder / file);
  }
  const fs::path shared = fs::path(ESPY_SOURCE_DIR) / "../shared/pictures";
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(shared, none)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".png" || ending == ".jpg") {
      shelf.add(entry.path().filename().string(), entry.path());
    }
  }
  return shelf;
}

#define NEEDS_PHOTOS(shelf)                                                                  \
  if ((shelf).size() == 0) {                                                                 \
    GTEST_SKIP() << "Debian's opencv-doc is neither installed nor named by ESPY_OPENCV_DOC"; \
  }

void expectKnown(const PhotoAnswer& answer, const std::string& name) {
  ::testing::Test::RecordProperty("count", answer.count);
  ::testing::Test::RecordProperty("margin", answer.margin);
  ::testing::Test::RecordProperty("inliers", static_cast<int>(answer.inliers));
  EXPECT_EQ(answer.best, name);
  EXPECT_GE(answer.inliers, kKnownInliers);
}

TEST(SurfacePhotos, TheWallIsKnownAndLiesWhereItDoes) {
  const PhotoShelf shelf = shelfOfPhotos();
  NEEDS_PHOTOS(shelf);
  const PhotoAnswer answer = shelf.ask(folderOfPhotos() / "graf3.png");
  expectKnown(answer, "graf1.png");
  for (const double x : {0.0, 800.0}) {
    for (const double y : {0.0, 640.0}) {
      const identify::Place found = identify::moved(answer.homography, {x, y}).place;
      const identify::Place meant = identify::moved(kWall, {x - 0.5, y - 0.5}).place;
      EXPECT_LT(std::hypot(found.x - meant.x - 0.5, found.y - meant.y - 0.5), 12) << x << " " << y;
    }
  }
}

TEST(SurfacePhotos, TheHouseIsKnown) {
  const PhotoShelf shelf = shelfOfPhotos();
  NEEDS_PHOTOS(shelf);
  expectKnown(shelf.ask(folderOfPhotos() / "leuvenB.jpg"), "leuvenA.jpg");
}

TEST(SurfacePhotos, TheBoxIsKnown) {
  const PhotoShelf shelf = shelfOfPhotos();
  NEEDS_PHOTOS(shelf);
  expectKnown(shelf.ask(folderOfPhotos() / "box_in_scene.png"), "box.png");
}

TEST(SurfacePhotos, WhatIsAbsentIsNotKnown) {
  const PhotoShelf shelf = shelfOfPhotos();
  NEEDS_PHOTOS(shelf);
  for (const auto& [file, without] :
       std::map<std::string, std::string>{{"graf3.png", "graf1.png"},
                                          {"leuvenB.jpg", "leuvenA.jpg"},
                                          {"box_in_scene.png", "box.png"},
                                          {"home.jpg", "home.jpg"},
                                          {"baboon.jpg", "baboon.jpg"},
                                          {"fruits.jpg", "fruits.jpg"},
                                          {"building.jpg", "building.jpg"},
                                          {"board.jpg", "board.jpg"},
                                          {"sudoku.png", "sudoku.png"},
                                          {"aloeL.jpg", "aloeL.jpg"}}) {
    const fs::path path = folderOfPhotos() / file;
    if (!fs::exists(path)) continue;
    const PhotoAnswer answer = shelf.ask(path, without);
    RecordProperty(file, static_cast<int>(answer.inliers));
    EXPECT_LT(answer.inliers, kKnownInliers) << file << ": " << answer.best;
  }
}

}  // namespace
}  // namespace espy::test
