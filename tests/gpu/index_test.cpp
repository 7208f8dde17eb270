// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Search with an index of needles on the GPU, against the processor's.
#include <unistd.h>

#include <optional>

#include "cuda/base/resident.h"
#include "cuda/exact/engines.h"
#include "cuda/index/engines.h"
#include "cuda/index/search.h"
#include "espy/engine/all.h"
#include "gpu/on_gpu.h"
#include "index/find_pictures.h"
#include "index/needle_index_state.h"
#include "support/index_cases.h"
#include "support/scoped_variable.h"
#include "support/thrown_errors.h"
#include "unit/io/support.h"

namespace espy::test {
namespace {

using iotest::Folder;

constexpr PixelFormat kFormats[] = {{3, Depth::u8},  {1, Depth::u8},  {4, Depth::u8},
                                    {2, Depth::u8},  {3, Depth::u16}, {1, Depth::u16},
                                    {4, Depth::u16}, {2, Depth::u16}};

/// Calls the engine directly, because the plug-in has its own limits and faults.
class IndexOnGpu : public OnGpu {
 protected:
  IndexOnGpu() {
    addBuiltInEngines(registry_);
    addPictures(registry_);
    addFind(registry_);
    addExact(registry_);
    addIndexed(registry_);
    registry_.addEngine({"cuda", true, "", "", {.device = true}});
    registry_.add<KeepPicture>("cuda", cuda::keepPicture);
    registry_.add<FindExact>("cuda", cuda::findExact);
    registry_.add<FindIndexed>("cuda", cuda::findIndexed);
  }
  /// Indexes are written in memory.
  static void SetUpTestSuite() {
    if (::access("/dev/shm", W_OK) == 0) temporary_.emplace("TMPDIR", "/dev/shm");
  }
  static void TearDownTestSuite() { temporary_.reset(); }
  void TearDown() override {
    cuda::limitIndexLists(0, 0);
    OnGpu::TearDown();
  }

  NeedleIndex indexOfAll(const Needles& needles, std::size_t segment = 1000) {
    return indexOf(folder_ / std::to_string(made_++), needles, segment);
  }
  Finding findBy(const char* engine, const Scene& scene, const NeedleIndex& index,
                 FindOptions options = {}) const {
    options.engine = engine;
    return find(registry_, scene, index, options);
  }
  std::vector<Match> wantedIn(const ImageView& scene, const NeedleIndex& index,
                              const FindOptions& options = {}) const {
    return findBy("threads", scene, index, options).matches;
  }
  /// Expects the processor's matches, twice: the second search knows how much is found.
  void expectSame(const ImageView& scene, const NeedleIndex& index,
                  const FindOptions& options = {}) const {
    const std::vector<Match> wanted = wantedIn(scene, index, options);
    for (int round = 0; round < 2; ++round) {
      const Finding found = findBy("cuda", scene, index, options);
      EXPECT_EQ(found.report.engine, "cuda");
      ASSERT_EQ(found.matches.size(), wanted.size());
      ASSERT_TRUE(found.matches == wanted);
    }
  }

  static inline std::optional<ScopedVariable> temporary_;
  Registry registry_;
  Folder folder_;
  int made_ = 0;
};

TEST_F(IndexOnGpu, SmallScenesAndNeedlesOfAllFormats) {
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Size size{1 + random.below(90), 1 + random.below(60)};
    const Image scene =
        drawn(size, kFormats[seed % 8], static_cast<Kind>(seed / 8 % kKinds), random);
    const Needles needles = randomNeedles(scene, random);
    const NeedleIndex index = indexOfAll(needles, needles.all.size() / 3 + 1);
    expectSame(scene, index);
    FindOptions options;
    options.select.top = random.below(20);
    expectSame(scene, index, options);
    options.select.overlap = 0.3;
    options.select.across = random.oneIn(2);
    expectSame(scene, index, options);
    if (HasFatalFailure()) return;
  }
}

/// More needles than a filter of one word: thousands of pieces, some of them at each position.
TEST_F(IndexOnGpu, ManyNeedles) {
  Random random(3);
  const Image scene = drawn({1200, 900}, {3, Depth::u8}, Kind::noise, random);
  const Image other = drawn({1200, 900}, {3, Depth::u8}, Kind::noise, random);
  Needles needles;
  for (int n = 0; n < 40000; ++n) {
    const Size size{7 + random.below(20), 2 + random.below(20)};
    const ImageView from = random.oneIn(5) ? scene.view() : other.view();
    needles.add(Image::copyOf(from.crop(random.below(1170), random.below(870), size)));
  }
  const NeedleIndex index = indexOfAll(needles, 25000);
  expectSame(scene, index);
  expectSame(other, index);
}

/// A crowd: more than eight pictures share a key, in several sizes, odd ones too.
TEST_F(IndexOnGpu, TilesThatDifferInOnePixel) {
  int number = 0;
  for (const PixelFormat format : kFormats) {
    for (const Size size : {Size{12, 12}, Size{13, 9}, Size{8, 15}, Size{7, 3}}) {
      SCOPED_TRACE(number++);
      Needles needles = nearlyEqualTiles(size, format);
      const Needles others = nearlyEqualTiles({size.width + 3, size.height - 1}, format);
      for (const Needle& other : others.all) needles.add(Image::copyOf(other.picture));
      const std::int64_t columns = 9;
      const std::int64_t rows = std::ssize(needles.all) / columns + 1;
      Image scene({columns * (size.width + 3), rows * size.height}, format);
      for (std::int64_t n = 0; n < std::ssize(needles.all); ++n) {
        paste(scene.pixels(), needles.all[static_cast<std::size_t>(n)].picture,
              n % columns * (size.width + 3), n / columns * size.height);
      }
      expectSame(scene, indexOfAll(needles));
      if (HasFatalFailure()) return;
    }
  }
}

/// Pictures with transparent pixels are no crowd, however many share a key.
TEST_F(IndexOnGpu, ManyTransparentPicturesShareAKey) {
  Needles needles = nearlyEqualTiles({11, 9}, {4, Depth::u8});
  Random random(9);
  Needles all;
  for (const Needle& needle : needles.all) {
    Image picture = Image::copyOf(needle.picture);
    setSample(picture.pixels(), random.below(11), random.below(9), 3, 0);
    all.add(std::move(picture));
  }
  Image scene({330, 200}, {3, Depth::u8});
  for (int i = 0; i < 300; ++i) {
    setSample(scene.pixels(), random.below(330), random.below(200),
              static_cast<int>(random.below(3)), 204);
  }
  expectSame(scene, indexOfAll(all));
}

TEST_F(IndexOnGpu, RemovedAndEqualNeedles) {
  Random random(4);
  const Image scene = drawn({200, 150}, {3, Depth::u8}, Kind::noise, random);
  const std::string path = folder_ / "removed";
  NeedleIndex::create(path);
  NeedleIndexWriter writer(path);
  for (int n = 0; n < 200; ++n) {
    // Every picture has two names, in different segments.
    Random place(static_cast<std::uint64_t>(n) % 100);
    const Size size{2 + place.below(20), 2 + place.below(20)};
    writer.add(std::to_string(n),
               {scene.view().crop(place.below(170), place.below(120), size), {}});
    if (n % 40 == 39) writer.commit();
  }
  for (int n = 0; n < 200; n += 3) EXPECT_TRUE(writer.remove(std::to_string(n)));
  writer.commit();
  const NeedleIndex index(path);
  expectSame(scene, index);
  EXPECT_GE(wantedIn(scene, index).size(), 133U);
  writer.compact();
  expectSame(scene, NeedleIndex(path));
}

/// Lists that are too short: everything is searched in parts, and nothing is lost.
TEST_F(IndexOnGpu, ListsOfAnyLength) {
  for (const Kind kind : {Kind::noise, Kind::flat, Kind::stripes, Kind::tiled, Kind::twoTone}) {
    Random random(static_cast<std::uint64_t>(kind));
    const Image scene = drawn({90, 61}, {1, Depth::u8}, kind, random);
    const Needles needles = randomNeedles(scene, random, 16);
    const NeedleIndex index = indexOfAll(needles);
    const std::vector<Match> wanted = wantedIn(scene, index);
    struct Limits {
      std::uint64_t candidates;
      std::uint64_t found;
    };
    for (const Limits& limits : {Limits{1, 1}, {7, 1000000}, {1000000, 3}, {300, 200}, {0, 100}}) {
      SCOPED_TRACE(testing::Message()
                   << nameOf(kind) << ' ' << limits.candidates << ' ' << limits.found);
      cuda::limitIndexLists(limits.candidates, limits.found);
      ASSERT_TRUE(findBy("cuda", scene, index).matches == wanted);
    }
    cuda::limitIndexLists(0, 0);
    ASSERT_TRUE(findBy("cuda", scene, index).matches == wanted);
  }
}

/// More candidates and matches than the lists usually hold.
TEST_F(IndexOnGpu, FlatScenesAndNeedles) {
  const Image scene({1200, 1000}, {3, Depth::u8});
  Needles needles;
  for (const Size size : {Size{16, 16}, Size{40, 3}, Size{5, 2}}) {
    needles.add(Image(size, {3, Depth::u8}));
  }
  expectSame(scene, indexOfAll(needles));
}

/// Rows with more matches than the GPU sorts, beside rows with few.
TEST_F(IndexOnGpu, CrowdedRows) {
  Random random(19);
  Image scene = drawn({3000, 300}, {1, Depth::u8}, Kind::noise, random);
  for (const std::int64_t y : {0, 1, 2, 150, 151, 298, 299}) {
    std::fill_n(scene.pixels().row(y), 2000, std::uint8_t{7});
  }
  Needles needles;
  for (const Size size : {Size{9, 2}, Size{16, 2}, Size{12, 3}}) {
    Image flat(size, {1, Depth::u8});
    for (std::int64_t y = 0; y < size.height; ++y) std::fill_n(flat.pixels().row(y), size.width, 7);
    needles.add(std::move(flat));
  }
  for (int n = 0; n < 500; ++n) {
    needles.add(Image::copyOf(
        scene.view().crop(random.below(2900), random.below(290), {8, 2 + random.below(6)})));
  }
  expectSame(scene, indexOfAll(needles));
}

/// Pictures that whole warps compare, and such that are larger than the scene.
TEST_F(IndexOnGpu, LargePictures) {
  Random random(7);
  const Image scene = drawn({900, 700}, {3, Depth::u8}, Kind::noise, random);
  Needles needles = randomNeedles(scene, random, 30);
  for (int n = 0; n < 40; ++n) {
    const Size size{1 + random.below(600), 1 + random.below(500)};
    Image piece = Image::copyOf(scene.view().crop(random.below(300), random.below(200), size));
    if (random.oneIn(3)) setSample(piece.pixels(), size.width - 1, size.height - 1, 2, 77);
    needles.add(std::move(piece));
  }
  needles.add(drawn({1000, 10}, {3, Depth::u8}, Kind::noise, random));
  needles.add(drawn({10, 1000}, {1, Depth::u8}, Kind::noise, random));
  expectSame(scene, indexOfAll(needles, 50));
}

/// Scenes that are smaller than a block, or just as large.
TEST_F(IndexOnGpu, TinyScenes) {
  Random random(8);
  for (std::int64_t width = 1; width <= 9; ++width) {
    for (std::int64_t height = 1; height <= 4; ++height) {
      const Image scene = drawn({width, height}, {3, Depth::u8}, Kind::twoTone, random);
      Needles needles = randomNeedles(scene, random);
      needles.add(Image::copyOf(scene.view()));
      expectSame(scene, indexOfAll(needles));
      if (HasFatalFailure()) return;
    }
  }
}

/// The capability itself: only occurrences that begin in the rows, whatever they are.
TEST_F(IndexOnGpu, AnyRows) {
  Random random(10);
  const Image scene = drawn({300, 240}, {3, Depth::u8}, Kind::noise, random);
  const NeedleIndex index = indexOfAll(randomNeedles(scene, random, 300));
  const index::NeedleSegment& segment = index.state().segments.front().segment;
  Timeline timeline;
  const auto kept = cuda::keepPicture(scene, {}, timeline);
  for (int round = 0; round < 60; ++round) {
    const std::int64_t first = random.below(240);
    const SceneRows rows{first, first + 1 + random.below(240 - first)};
    std::vector<FoundPicture> wanted = index::findPictures(scene, rows, segment, 2, {});
    std::ranges::sort(wanted);
    for (const bool resident : {true, false}) {
      RunReport report;
      const Scene seen = resident ? Scene(*kept) : Scene(scene);
      std::vector<FoundPicture> found = cuda::findIndexed(seen, rows, segment, {}, report);
      std::ranges::sort(found);
      ASSERT_TRUE(found == wanted) << rows.first << ' ' << rows.end << ' ' << resident;
    }
  }
}

/// A picture that only the GPU has, pictures without keys included; and a keeper's.
TEST_F(IndexOnGpu, ScenesThatAreKept) {
  Random random(11);
  const Image scene = drawn({500, 400}, {3, Depth::u8}, Kind::noise, random);
  Needles needles = randomNeedles(scene, random, 200);
  needles.add(Image::copyOf(scene.view().crop(9, 9, {1, 1})));
  const NeedleIndex index = indexOfAll(needles, 90);
  const std::vector<Match> wanted = wantedIn(scene, index);
  Timeline timeline;
  const auto kept = cuda::keepPicture(scene, {}, timeline);
  ASSERT_TRUE(findBy("cuda", *kept, index).matches == wanted);
  ASSERT_TRUE(findBy("auto", *kept, index).matches == wanted);
  SceneKeeper keeper(scene);
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(findBy("cuda", keeper, index).matches == wanted);
  }
  FindOptions options;
  for (const std::uint64_t top : {1U, 50U, 100000U}) {
    options.select.top = top;
    ASSERT_TRUE(findBy("cuda", *kept, index, options).matches == wantedIn(scene, index, options));
  }
}

/// A scene that does not fit is uploaded in bands.
TEST_F(IndexOnGpu, ScenesInBands) {
  Random random(12);
  const Image scene = drawn({2000, 1900}, {3, Depth::u8}, Kind::noise, random);
  const NeedleIndex index = indexOfAll(randomNeedles(scene, random, 500));
  const std::vector<Match> wanted = wantedIn(scene, index);
  cuda::limitDeviceBlocks(std::size_t{8} << 20);
  ASSERT_TRUE(findBy("cuda", scene, index).matches == wanted);
}

TEST_F(IndexOnGpu, TablesThatDoNotFitAreAnErrorAndNotKept) {
  Random random(13);
  const Image scene = drawn({300, 200}, {3, Depth::u8}, Kind::noise, random);
  Needles needles;
  for (std::int64_t n = 0; n < 200; ++n) {
    needles.add(Image::copyOf(scene.view().crop(n, n / 2, {9, 9})));
  }
  const NeedleIndex index = indexOfAll(needles);
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{2000}}) {
    cuda::limitDeviceBlocks(bytes);
    EXPECT_EQ(codeOf([&] { findBy("cuda", scene, index); }), ErrorCode::device);
  }
  EXPECT_FALSE(index.state().segments.front().segment.kept().has("cuda"));
  cuda::limitDeviceBlocks(0);
  expectSame(scene, index);
  EXPECT_TRUE(index.state().segments.front().segment.kept().has("cuda"));
}

TEST_F(IndexOnGpu, FaultsAreReportedAndForgotten) {
  Random random(14);
  const Image scene = drawn({400, 300}, {3, Depth::u8}, Kind::noise, random);
  const NeedleIndex index = indexOfAll(randomNeedles(scene, random, 60));
  const std::vector<Match> wanted = wantedIn(scene, index);
  const auto forget = [&] {
    for (const auto& open : index.state().segments) open.segment.kept().clear();
  };
  expectFaultsAreForgotten(30, forget,
                           [&] { EXPECT_TRUE(findBy("cuda", scene, index).matches == wanted); });
}

TEST_F(IndexOnGpu, StopsOnRequest) {
  Random random(15);
  const Image scene = drawn({400, 300}, {3, Depth::u8}, Kind::noise, random);
  const NeedleIndex index = indexOfAll(randomNeedles(scene, random, 100));
  FindOptions options;
  options.control = stoppedControl();
  EXPECT_EQ(codeOf([&] { findBy("cuda", scene, index, options); }), ErrorCode::cancelled);
}

/// Every cost is a stage; what is kept costs nothing again.
TEST_F(IndexOnGpu, StagesAreTimed) {
  Random random(16);
  const Image scene = drawn({400, 300}, {3, Depth::u8}, Kind::noise, random);
  Needles needles;
  needles.add(Image::copyOf(scene.view().crop(3, 3, {9, 9})));
  const NeedleIndex index = indexOfAll(needles);
  SceneKeeper keeper(scene);
  const auto stages = [&] {
    std::vector<std::string> names;
    const Finding found = findBy("cuda", keeper, index);
    for (const auto& stage : found.report.timeline.stages()) {
      if (stage.name != "context") names.push_back(stage.name);
    }
    return names;
  };
  EXPECT_EQ(stages(), (std::vector<std::string>{"upload", "upload tables", "hash and probe",
                                                "verify", "sort", "download", "order"}));
  EXPECT_EQ(stages(),
            (std::vector<std::string>{"hash and probe", "verify", "sort", "download", "order"}));
}

/// Segments that were made to harm, with right checksums: an answer or an error, and a GPU that
/// still works.
TEST_F(IndexOnGpu, HostileSegments) {
  Random random(17);
  const Image scene = drawn({60, 50}, {3, Depth::u8}, Kind::noise, random);
  const std::string path = folder_ / "hostile";
  Needles needles = randomNeedles(scene, random, 40);
  for (const Needle& tile : nearlyEqualTiles({12, 5}, {3, Depth::u8}).all) {
    needles.add(Image::copyOf(tile.picture));
  }
  { const NeedleIndex index = indexOf(path, needles, 100000); }
  const std::string segment = path + "/segment-1";
  const char* const names[] = {"pictures", "owners",  "filter0", "starts0", "keys0",
                               "filter1",  "starts1", "keys1",   "crowds",  "shapes",
                               "windows",  "rest",    "pixels",  "needles", "text"};
  using Bytes = std::vector<std::uint8_t>;
  std::vector<Bytes> whole;
  {
    const files::SectionFile file(segment, segment, index::kNeedleSegment);
    for (const char* name : names) {
      const auto bytes = file.section(name).all<std::uint8_t>();
      whole.emplace_back(bytes.begin(), bytes.end());
    }
  }
  int searched = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<Bytes> sections = whole;
    for (std::int64_t change = 1 + random.below(4); change > 0; --change) {
      Bytes& bytes = sections[static_cast<std::size_t>(random.below(std::ssize(sections)))];
      if (bytes.empty()) continue;
      bytes[static_cast<std::size_t>(random.below(std::ssize(bytes)))] =
          static_cast<std::uint8_t>(random.next());
    }
    files::SectionWriter writer(segment, index::kNeedleSegment);
    for (std::size_t s = 0; s < sections.size(); ++s) {
      writer.add(names[s], std::span<const std::uint8_t>(sections[s]));
    }
    writer.commit();
    std::optional<NeedleIndex> index;
    try {
      index.emplace(path);
    } catch (const Error&) {
      continue;
    }
    try {
      findBy("cuda", scene, *index);
      ++searched;
    } catch (const Error& error) {
      EXPECT_NE(error.code(), ErrorCode::device) << error.what();
    }
    ASSERT_FALSE(cuda::deviceLost());
  }
  EXPECT_GT(searched, 50);
}

/// Scenes of several strips and groups of rows, with sides that are no multiples of these.
TEST_F(IndexOnGpu, LargerScenes) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Size size{129 + random.below(900), 66 + random.below(700)};
    const Image scene = drawn(size, kFormats[seed % 8], Kind::noise, random);
    const Needles needles = randomNeedles(scene, random, 1000);
    expectSame(scene, indexOfAll(needles, needles.all.size() / 2 + 1));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace espy::test
