// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Searches the shipped samples; PROVENANCE.md there has the needles' positions.
#include "command.h"
#include "picture.h"

namespace espy::test {
namespace {

class Samples : public CommandTest {
 protected:
  Samples() {
    std::filesystem::create_directory_symlink(std::filesystem::path(ESPY_SOURCE_DIR) / "samples",
                                              path("samples"));
  }

  static std::string line(const std::string& image, const Box& box, const std::string& needle) {
    return "samples/" + image + ":" + std::to_string(box.x) + "," + std::to_string(box.y) + "," +
           std::to_string(box.width) + "," + std::to_string(box.height) +
           " score=1 needle=samples/" + needle + "\n";
  }
};

TEST_F(Samples, TheTravellerIsFoundInTheCrowdByEveryEngine) {
  for (const char* engine : {"auto", "reference", "sequential", "threads", "openmp"}) {
    const Outcome outcome =
        espy({"find", "--engine", engine, "samples/traveller.ppm", "samples/crowd.ppm"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, line("crowd.ppm", {743, 790, 16, 16}, "traveller.ppm")) << engine;
  }
}

TEST_F(Samples, TheTravellerIsOutlined) {
  EXPECT_EQ(espy({"find", "-o", "marked.ppm", "samples/traveller.ppm", "samples/crowd.ppm"}).status,
            0);
  const Picture crowd = parse(read("samples/crowd.ppm"));
  EXPECT_EQ(parse(read("marked.ppm")),
            withOutline(crowd, flagsOf(crowd, {{743, 790, 16, 16}}), 3, {0, 0xc0, 0}));
}

TEST_F(Samples, ThePatternIsFoundOnceAndSevenTimes) {
  std::string once = line("pattern_once.pgm", {617, 342, 16, 16}, "pattern.pgm");
  std::string many;
  for (const auto& [x, y] :
       {std::pair{0, 0}, {700, 96}, {201, 390}, {512, 512}, {528, 512}, {93, 855}, {1008, 1008}}) {
    many += line("pattern_many.pgm", {x, y, 16, 16}, "pattern.pgm");
  }
  EXPECT_EQ(
      espy({"find", "samples/pattern.pgm", "samples/pattern_once.pgm", "samples/pattern_many.pgm"})
          .out,
      once + many);
  EXPECT_EQ(espy({"find", "samples/pattern.pgm", "samples/crowd.ppm"}).status, 1);
}

TEST_F(Samples, TheBoxesAreScreenedAndFound) {
  EXPECT_EQ(espy({"screen", "--keep", "#2040c8", "samples/blue_box.ppm"}).out,
            "samples/blue_box.ppm: kept 10752 of 65536 pixels\n");
  EXPECT_EQ(espy({"screen", "--keep", "#606060", "samples/grey_box.pgm"}).out,
            "samples/grey_box.pgm: kept 10752 of 65536 pixels\n");
  const Picture scene = parse(read("samples/grey_box.pgm"));
  write("box.pgm", file(cut(scene, 79, 71, 98, 114)));
  EXPECT_EQ(espy({"find", "box.pgm", "samples/grey_box.pgm"}).out,
            "samples/grey_box.pgm:79,71,98,114 score=1 needle=box.pgm\n");
}

}  // namespace
}  // namespace espy::test
