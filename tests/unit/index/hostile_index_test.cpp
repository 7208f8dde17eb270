// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Segments that were made to harm: their contents are random, their checksums are right. Whatever
// they say is an error or an answer, never a crash, within a bounded time and memory.
#include <gtest/gtest.h>

#include <vector>

#include "espy/engine/scene_index.h"
#include "espy/index.h"
#include "index/needle_segment.h"
#include "index/scene_segment.h"
#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using iotest::Folder;
using test::Random;
using Bytes = std::vector<std::uint8_t>;
using Sections = std::vector<std::pair<std::string, Bytes>>;

Sections sectionsOf(const std::string& path, const files::SectionKind& kind,
                    const std::vector<std::string>& names) {
  const files::SectionFile file(path, path, kind);
  Sections sections;
  for (const std::string& name : names) {
    const auto bytes = file.section(name).all<std::uint8_t>();
    sections.emplace_back(name, Bytes(bytes.begin(), bytes.end()));
  }
  return sections;
}

void write(const std::string& path, const files::SectionKind& kind, const Sections& sections) {
  files::SectionWriter writer(path, kind);
  for (const auto& [name, bytes] : sections) {
    writer.add(name, std::span<const std::uint8_t>(bytes));
  }
  writer.commit();
}

/// Changes some bytes or the length of some sections.
Sections changed(Sections sections, Random& random) {
  const std::int64_t changes = 1 + random.below(4);
  for (std::int64_t i = 0; i < changes; ++i) {
    Bytes& bytes = sections[static_cast<std::size_t>(random.below(std::ssize(sections)))].second;
    if (bytes.empty() || random.oneIn(8)) {
      bytes.resize(static_cast<std::size_t>(random.below(std::ssize(bytes) + 40)), 255);
      continue;
    }
    const auto at = static_cast<std::size_t>(random.below(std::ssize(bytes)));
    constexpr std::uint8_t kEdges[] = {0, 1, 127, 128, 255};
    bytes[at] =
        random.oneIn(2) ? kEdges[random.below(5)] : static_cast<std::uint8_t>(random.next());
  }
  return sections;
}

Image noise(Size size, std::uint64_t seed) {
  Image image(size, {3, Depth::u8});
  Random random(seed);
  test::draw(image.pixels(), test::Kind::noise, random, false);
  return image;
}

constexpr int kRounds = 2000;

TEST(HostileIndex, SegmentsOfNeedles) {
  const Folder folder;
  const std::string path = folder / "a.esi";
  const Image scene = noise({60, 50}, 1);
  NeedleIndex::create(path);
  {
    NeedleIndexWriter writer(path);
    for (int n = 0; n < 12; ++n) {
      writer.add(std::to_string(n), {scene.view().crop(n, n, {1 + 2 * n, 5 + n}), {}});
    }
    // Tiles that share their blocks: a crowd.
    for (int n = 0; n < 20; ++n) {
      Image tile({12, 12}, {3, Depth::u8});
      setSample(tile.pixels(), n % 12, n / 12, 0, 200);
      writer.add("tile " + std::to_string(n), {tile.view(), {}});
    }
    writer.commit();
  }
  const std::string segment = path + "/segment-1";
  const Sections whole =
      sectionsOf(segment, index::kNeedleSegment,
                 {"needles", "text", "pictures", "owners", "filter0", "starts0", "keys0", "filter1",
                  "starts1", "keys1", "crowds", "shapes", "windows", "rest", "pixels"});
  Random random(4);
  int opened = 0;
  for (int round = 0; round < kRounds; ++round) {
    write(segment, index::kNeedleSegment, changed(whole, random));
    try {
      const NeedleIndex index(path);
      find(scene, index);
      for (std::int64_t n = 0; n < index.size(); ++n) {
        (void)index.name(n);
        (void)index.picture(n);
      }
      ++opened;
    } catch (const Error& error) {
      EXPECT_NE(error.code(), ErrorCode::cancelled);
    }
  }
  EXPECT_GT(opened, kRounds / 10);
  EXPECT_LT(opened, kRounds);
}

TEST(HostileIndex, SegmentsOfScenes) {
  const Folder folder;
  const std::string path = folder / "a.esi";
  SceneIndex::create(path);
  const Image scene = noise({90, 80}, 1);
  std::vector<std::string> files;
  for (std::uint64_t n = 0; n < 4; ++n) {
    files.push_back(folder / (std::to_string(n) + ".ppm"));
    writePicture(files.back(), noise({90, 80}, n));
  }
  SceneIndexWriter(path).add(files);
  const std::string segment = path + "/segment-1";
  const Sections whole =
      sectionsOf(segment, index::kSceneSegment,
                 {"pages", "pagedir", "pagetop", "starts", "scenes", "names", "bases", "head"});
  const Needle needle{scene.view().crop(20, 20, {40, 30}), {}};
  Random random(5);
  int opened = 0;
  for (int round = 0; round < kRounds; ++round) {
    write(segment, index::kSceneSegment, changed(whole, random));
    try {
      const SceneIndex index(path);
      index.find(std::span(&needle, 1), {}, [](SceneIndex::Found&&) {});
      index.scenes();
      index.verify();
      ++opened;
    } catch (const Error& error) {
      EXPECT_NE(error.code(), ErrorCode::cancelled);
    }
  }
  EXPECT_GT(opened, kRounds / 10);
  EXPECT_LT(opened, kRounds);
}

}  // namespace
}  // namespace espy
