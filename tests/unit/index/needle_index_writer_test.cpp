// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Names of a writer, and segments whose pixels are written in the background.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "espy/index.h"
#include "index/needle_names.h"
#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using index::EntryPlace;
using index::NeedleNames;
using iotest::Folder;
using test::Random;

TEST(NeedleNames, AreThoseOfAMap) {
  Random random(1);
  NeedleNames names;
  std::map<std::string, EntryPlace> wanted;
  for (int step = 0; step < 60'000; ++step) {
    const std::string name = fmt::format("name {}", random.below(9000));
    const EntryPlace place{1 + random.below(5), step};
    const bool known = wanted.contains(name);
    ASSERT_EQ(names.find(name) != nullptr, known) << name;
    if (known && random.oneIn(2)) {
      names.remove(name);
      wanted.erase(name);
    } else if (known) {
      ASSERT_FALSE(names.add(name, place));
      names.move(name, place);
      wanted[name] = place;
    } else {
      ASSERT_TRUE(names.add(name, place));
      wanted[name] = place;
    }
  }
  for (const auto& [name, place] : wanted) {
    ASSERT_NE(names.find(name), nullptr) << name;
    EXPECT_EQ(*names.find(name), place) << name;
  }
}

/// Large needles: each a crop of one picture of noise.
class LargeNeedles {
 public:
  LargeNeedles() : noise_({1024, 1100}, {4, Depth::u8}) {
    Random random(2);
    test::draw(noise_.pixels(), test::Kind::noise, random, false);
    for (std::int64_t y = 0; y < noise_.size().height; ++y) {
      for (std::int64_t x = 0; x < noise_.size().width; ++x)
        setSample(noise_.pixels(), x, y, 3, 255);
    }
  }

  Needle needle(std::int64_t n) const { return {noise_.view().crop(0, n, {1024, 1000}), {}}; }
  void addTo(NeedleIndexWriter& writer, std::int64_t first, std::int64_t end) const {
    for (std::int64_t n = first; n < end; ++n) writer.add(std::to_string(n), needle(n));
  }
  /// Whether the index has all but the `dropped` of the first needles, whole.
  void expectIn(const std::string& path, std::int64_t end, std::int64_t dropped) const {
    const NeedleIndex index(path);
    index.verify();
    ASSERT_EQ(index.size(), end - 1);
    for (std::int64_t n = 0; n < index.size(); ++n) {
      const std::int64_t number = std::stol(std::string(index.name(n)));
      EXPECT_NE(number, dropped);
      const ImageView picture = index.picture(n).picture;
      const ImageView wanted = needle(number).picture;
      for (std::int64_t y = 0; y < wanted.height(); ++y) {
        ASSERT_TRUE(std::equal(wanted.row(y), wanted.row(y) + wanted.rowBytes(), picture.row(y)));
      }
    }
  }

 private:
  Image noise_;
};

TEST(NeedleIndexWriter, WritesManyPixelsInTheBackground) {
  const Folder folder;
  const LargeNeedles large;
  NeedleIndex::create(folder / "a.esi");
  NeedleIndexWriter writer(folder / "a.esi");
  large.addTo(writer, 0, 40);  // 164 MB
  EXPECT_TRUE(writer.remove("7"));
  writer.commit();
  large.expectIn(folder / "a.esi", 40, 7);
  EXPECT_TRUE(writer.has("39"));
  EXPECT_FALSE(writer.has("7"));
}

/// After a commit that was cancelled, its last block of pixels grows.
TEST(NeedleIndexWriter, ACancelledCommitCanBeRepeatedWithMoreNeedles) {
  const Folder folder;
  const LargeNeedles large;
  NeedleIndex::create(folder / "a.esi");
  NeedleIndexWriter writer(folder / "a.esi");
  std::int64_t added = 0;
  for (const std::int64_t end : {5, 10, 40}) {
    large.addTo(writer, added, end);
    EXPECT_EQ(writer.remove("3"), added == 0);
    added = end;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(writer.commit({0, stop.get_token(), {}}), Error);
  }
  writer.commit();
  large.expectIn(folder / "a.esi", 40, 3);
  // The needles are where their names say.
  EXPECT_TRUE(writer.remove("4"));
  large.addTo(writer, 3, 4);
  writer.commit();
  large.expectIn(folder / "a.esi", 40, 4);
}

}  // namespace
}  // namespace espy
