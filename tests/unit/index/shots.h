// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "espy/engine/scene_index.h"
#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace espy::shots {

using namespace iotest;
using test::Kind;

using Matches = std::map<std::string, std::vector<Match>>;

/// Pictures in a folder, and an index of them.
class Shots {
 public:
  explicit Shots(std::int64_t side = SceneIndex::kDefaultSide) {
    SceneIndex::create(index(), side);
  }

  std::string index() const { return folder_ / "shots.esi"; }
  const std::vector<std::string>& files() const { return files_; }
  std::string write(const std::string& name, const ImageView& picture) {
    const std::string file = folder_ / name;
    writePicture(file, picture);
    if (std::ranges::find(files_, file) == files_.end()) files_.push_back(file);
    return file;
  }
  SceneIndexWriter::Added add(const SceneIndexWriter::Options& options = {}) const {
    return SceneIndexWriter(index()).add(files_, options);
  }

  Matches byIndex(const Needle& needle, const SceneIndex::Query& query = {}) const {
    Matches all;
    report_ = SceneIndex(index()).find(std::span(&needle, 1), query, [&](auto&& found) {
      EXPECT_TRUE(found.failure.empty()) << found.failure.text();
      all[found.file] = found.matches;
    });
    return all;
  }
  const SceneIndex::Report& report() const { return report_; }
  Matches byFind(const Needle& needle) const {
    Matches all;
    for (const std::string& file : files_) {
      const ReadPicture read = readPicture(file);
      std::vector<Match> matches = find(Scene(read.image), std::span(&needle, 1)).matches;
      if (!matches.empty()) all[file] = std::move(matches);
    }
    return all;
  }

 private:
  Folder folder_;
  std::vector<std::string> files_;
  mutable SceneIndex::Report report_;
};

inline Image drawn(Size size, PixelFormat format, Kind kind, std::uint64_t seed,
                   bool grey = false) {
  test::Random random(seed);
  Image picture(size, format);
  draw(picture.pixels(), kind, random, grey);
  return picture;
}

inline constexpr PixelFormat kColour{3, Depth::u8};

}  // namespace espy::shots
