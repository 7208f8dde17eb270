// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pictures that `espy find` writes, compared with the definition of marking.
#include "command.h"
#include "espy/engine/all.h"
#include "picture.h"

namespace espy::test {
namespace {

using Names = std::vector<std::string>;

class FindMarks : public CommandTest {
 protected:
  FindMarks() : scene_(noise(40, 30, 3, 1)), needle_(noise(6, 5, 3, 2)) {
    // One inside, one in a corner, two adjacent.
    for (const Box& box : boxes_) paste(scene_, needle_, box.x, box.y);
    write("scene.ppm", file(scene_));
    write("needle.ppm", file(needle_));
    flags_ = flagsOf(scene_, boxes_);
  }

  /// Output picture of a search with these options.
  Picture markedWith(std::vector<std::string> options) const {
    options.insert(options.begin(), {"find", "-o", "out.ppm"});
    options.insert(options.end(), {"needle.ppm", "scene.ppm"});
    const Outcome outcome = espy(options);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    return parse(read("out.ppm"));
  }

  const std::vector<Box> boxes_ = {{12, 10, 6, 5}, {34, 25, 6, 5}, {0, 20, 6, 5}, {6, 20, 6, 5}};
  Picture scene_;
  Picture needle_;
  Picture flags_;
};

TEST_F(FindMarks, OutlinesByDefault) {
  const Picture expected = withOutline(scene_, flags_, 3, {0, 0xc0, 0});
  EXPECT_EQ(markedWith({}), expected);
  EXPECT_EQ(markedWith({"--mark", "outline"}), expected);
  EXPECT_EQ(read("scene.ppm"), file(scene_)) << "the image itself must stay as it is";
  EXPECT_EQ(list(), (Names{"needle.ppm", "out.ppm", "scene.ppm"}));
}

TEST_F(FindMarks, EveryEngineWritesTheSame) {
  const Picture expected = withOutline(scene_, flags_, 3, {0, 0xc0, 0});
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(markedWith({"--engine", engine}), expected) << engine;
  }
}

TEST_F(FindMarks, Thickness) {
  for (const int thickness : {1, 2, 10, 255}) {
    EXPECT_EQ(markedWith({"--thickness", std::to_string(thickness)}),
              withOutline(scene_, flags_, thickness, {0, 0xc0, 0}))
        << thickness;
  }
  for (const char* wrong : {"0", "256", "-3", "thick"}) {
    EXPECT_TRUE(
        refuses(espy({"find", "--thickness", wrong, "needle.ppm", "scene.ppm"}), "--thickness"));
  }
}

TEST_F(FindMarks, Colour) {
  const Picture expected = withOutline(scene_, flags_, 3, {0x12, 0xab, 0xff});
  for (const char* colour : {"#12abff", "12abff", "#12ABFF"}) {
    EXPECT_EQ(markedWith({"--colour", colour}), expected) << colour;
  }
  for (const char* wrong : {"", "#12abf", "#12abff0", "red", "##2abff", "#-2abff", "0x12abff"}) {
    EXPECT_TRUE(refuses(espy({"find", "--colour", wrong, "needle.ppm", "scene.ppm"}), "--colour"))
        << wrong;
  }
}

TEST_F(FindMarks, WhiteoutDimLightenAndNone) {
  EXPECT_EQ(markedWith({"--mark", "whiteout"}), whitedOut(scene_, flags_));
  EXPECT_EQ(markedWith({"--mark", "dim"}), dimmed(scene_, flags_));
  EXPECT_EQ(markedWith({"--mark", "lighten"}), lightened(scene_, flags_));
  EXPECT_EQ(markedWith({"--mark", "none"}), scene_);
  EXPECT_TRUE(refuses(espy({"find", "--mark", "glow", "needle.ppm", "scene.ppm"}), "glow"));
}

/// Whether the alpha of `marked` is the plane, and the rest the marked picture.
void expectFlagsInAlpha(const Image& marked, const Image& flags, const Picture& picture) {
  ASSERT_EQ(marked.format(), (PixelFormat{picture.channels + 1, Depth::u8}));
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      for (int c = 0; c < picture.channels; ++c) {
        ASSERT_EQ(sampleAt(marked, x, y, c), picture.at(x, y, c));
      }
      ASSERT_EQ(sampleAt(marked, x, y, picture.channels), sampleAt(flags, x, y, 0));
    }
  }
}

TEST_F(FindMarks, FlagsInAlphaSurviveTheFile) {
  const Picture grey = noise(30, 20, 1, 3);
  write("grey.pgm", file(grey));
  write("part.pgm", file(cut(grey, 9, 8, 5, 5)));
  for (const std::string ending : {"pam", "png", "tif"}) {
    const std::string out = "out." + ending;
    EXPECT_EQ(espy({"find", "--flags-in-alpha", "--mark", "whiteout", "--flags", "f.pgm", "-o", out,
                    "needle.ppm", "scene.ppm"})
                  .status,
              0);
    expectFlagsInAlpha(readPicture(path(out)).image, readPicture(path("f.pgm")).image,
                       whitedOut(scene_, flags_));
    EXPECT_EQ(espy({"find", "--flags-in-alpha", "--mark", "none", "--flags", "f.pgm", "-o", out,
                    "part.pgm", "grey.pgm"})
                  .status,
              0);
    // OpenCV writes grey with alpha as colour.
    const Image read = readPicture(path(out)).image;
    expectFlagsInAlpha(read, readPicture(path("f.pgm")).image,
                       read.format().channels == 2 ? grey : inColour(grey));
  }
  write("in/scene.pam", read("out.pam"));
  EXPECT_EQ(espy({"find", "--flags-in-alpha", "--output-dir", "new", "--mark", "none", "--flags",
                  "f.pgm", "part.pgm", "in/scene.pam"})
                .status,
            0);
  expectFlagsInAlpha(readPicture(path("new/scene.pam")).image, readPicture(path("f.pgm")).image,
                     grey);
}

TEST_F(FindMarks, FlagsInAlphaNeedAFormatThatKeepsThem) {
  const auto before = list();
  for (const char* out : {"out.ppm", "out.pnm", "out.jpg", "out.bmp"}) {
    EXPECT_TRUE(refuses(espy({"find", "--flags-in-alpha", "-o", out, "needle.ppm", "scene.ppm"}),
                        std::string(out) + ": a "));
  }
  EXPECT_TRUE(
      refuses(espy({"find", "--flags-in-alpha", "--output-dir", "d", "needle.ppm", "scene.ppm"}),
              "d/scene.ppm: a .ppm file does not keep every alpha sample"));
  EXPECT_TRUE(
      refuses(espy({"find", "--flags-in-alpha", "needle.ppm", "scene.ppm"}), "no marked picture"));
  EXPECT_EQ(list(), before);
}

TEST_F(FindMarks, MarksOnlyWhatWasKept) {
  EXPECT_EQ(markedWith({"--top", "1"}),
            withOutline(scene_, flagsOf(scene_, {{12, 10, 6, 5}}), 3, {0, 0xc0, 0}));
}

TEST_F(FindMarks, APictureIsWrittenAlsoWhenNothingIsFound) {
  write("none.ppm", file(noise(6, 5, 3, 9)));
  EXPECT_EQ(espy({"find", "-o", "out.ppm", "none.ppm", "scene.ppm"}).status, 1);
  EXPECT_EQ(parse(read("out.ppm")), scene_);
}

TEST_F(FindMarks, AGreyPictureWithAColouredOutlineBecomesColour) {
  const Picture grey = noise(30, 20, 1, 3);
  write("grey.pgm", file(grey));
  write("part.pgm", file(cut(grey, 9, 8, 5, 5)));
  EXPECT_EQ(espy({"find", "-o", "out.ppm", "part.pgm", "grey.pgm"}).status, 0);
  EXPECT_EQ(parse(read("out.ppm")),
            withOutline(inColour(grey), flagsOf(grey, {{9, 8, 5, 5}}), 3, {0, 0xc0, 0}));
  EXPECT_EQ(espy({"find", "--colour", "#404040", "-o", "out.pgm", "part.pgm", "grey.pgm"}).status,
            0);
  EXPECT_EQ(parse(read("out.pgm")),
            withOutline(grey, flagsOf(grey, {{9, 8, 5, 5}}), 3, {0x40, 0x40, 0x40}));
}

TEST_F(FindMarks, FlagsAreTheFlagPlane) {
  const Outcome outcome = espy({"find", "--flags", "flags.pgm", "needle.ppm", "scene.ppm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
  EXPECT_EQ(read("flags.pgm"), file(flags_));
  EXPECT_EQ(list(), (Names{"flags.pgm", "needle.ppm", "scene.ppm"}));
}

TEST_F(FindMarks, ABaseStaysABaseInsideAnotherMatch) {
  write("flat.pgm", file(Picture(5, 3, 1, 8)));
  write("part.pgm", file(Picture(3, 2, 1, 8)));
  EXPECT_EQ(espy({"find", "--flags", "f.pgm", "part.pgm", "flat.pgm"}).status, 0);
  Picture expected(5, 3, 1, 2);
  for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}) {
    expected.at(x, y) = 1;
  }
  EXPECT_EQ(parse(read("f.pgm")), expected);
}

TEST_F(FindMarks, FlagsAndOutputTogether) {
  EXPECT_EQ(markedWith({"--flags", "flags.pgm", "--mark", "whiteout"}), whitedOut(scene_, flags_));
  EXPECT_EQ(parse(read("flags.pgm")), flags_);
}

TEST_F(FindMarks, StandardOutputCarriesThePictureInsteadOfText) {
  Outcome outcome = espy({"find", "-o", "-", "needle.ppm", "scene.ppm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(parse(outcome.out), withOutline(scene_, flags_, 3, {0, 0xc0, 0}));
  outcome = espy({"find", "--flags", "-", "needle.ppm", "scene.ppm"});
  EXPECT_EQ(parse(outcome.out), flags_);
  outcome = espy({"find", "-o", "-", "--quiet", "--json", "needle.ppm", "scene.ppm"});
  EXPECT_EQ(parse(outcome.out), withOutline(scene_, flags_, 3, {0, 0xc0, 0}));
  EXPECT_TRUE(refuses(espy({"find", "-o", "-", "--json", "needle.ppm", "scene.ppm"}), "--json"));
  EXPECT_TRUE(refuses(espy({"find", "-o", "-", "--flags", "-", "needle.ppm", "scene.ppm"}), "-"));
}

TEST_F(FindMarks, TheEndingChoosesTheFormat) {
  const auto writes = [&](const std::string& name) {
    EXPECT_EQ(espy({"find", "--mark", "none", "-o", name, "needle.ppm", "scene.ppm"}).status, 0);
    return read(name);
  };
  EXPECT_TRUE(writes("o.pgm").starts_with("P5"));
  EXPECT_TRUE(writes("o.pnm").starts_with("P6"));
  EXPECT_TRUE(writes("o.pam").starts_with("P7"));
  try {
    checkWritable("o.png");
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  EXPECT_TRUE(writes("o.png").starts_with("\x89PNG"));
  EXPECT_EQ(espy({"find", "--top", "1", "needle.ppm", "o.png"}).out,
            "o.png:12,10,6,5 score=1 needle=needle.ppm\n");
}

TEST_F(FindMarks, AnInputIsNeverOverwritten) {
  namespace fs = std::filesystem;
  write("in/needle.ppm", file(needle_));
  write("in/scene.ppm", file(scene_));
  write("mask.pgm", file(Picture(6, 5, 1, 255)));
  fs::create_symlink("in/scene.ppm", path("link.ppm"));
  fs::create_hard_link(path("scene.ppm"), path("hard.ppm"));
  fs::create_directory_symlink("in", path("way"));
  const auto before = list();
  const auto expectRefused = [&](Names words, const std::string& fact) {
    words.insert(words.begin(), "find");
    EXPECT_TRUE(refuses(espy(words), fact + " is never overwritten"));
  };
  expectRefused({"-o", "scene.ppm", "needle.ppm", "scene.ppm"}, "scene.ppm: is read, and an input");
  expectRefused({"-o", "needle.ppm", "needle.ppm", "scene.ppm"},
                "needle.ppm: is read, and an input");
  expectRefused({"-o", "link.ppm", "needle.ppm", "way/scene.ppm"},
                "link.ppm: is also way/scene.ppm, and an input");
  expectRefused({"-o", "in/scene.ppm", "needle.ppm", "link.ppm"},
                "in/scene.ppm: is also link.ppm, and an input");
  expectRefused({"-o", "hard.ppm", "needle.ppm", "scene.ppm"},
                "hard.ppm: is also scene.ppm, and an input");
  expectRefused({"--mask", "mask.pgm", "--flags", "./mask.pgm", "needle.ppm", "scene.ppm"},
                "./mask.pgm: is also mask.pgm, and an input");
  expectRefused(
      {"--method", "sad", "--scores", "mask.pgm", "--mask", "mask.pgm", "needle.ppm", "scene.ppm"},
      "mask.pgm: is read, and an input");
  // --output-dir . would write the marked copy of in/needle.ppm over the needle.
  expectRefused({"--output-dir", ".", "needle.ppm", "in/needle.ppm"}, "needle.ppm, and an input");
  expectRefused({"--output-dir", "way", "needle.ppm", "in/scene.ppm"},
                "in/scene.ppm, and an input");
  EXPECT_EQ(list(), before);
  EXPECT_EQ(read("scene.ppm"), file(scene_));
  EXPECT_EQ(read("in/scene.ppm"), file(scene_));
  EXPECT_EQ(read("needle.ppm"), file(needle_));
}

TEST_F(FindMarks, OutputAndFlagsTakeOneImage) {
  write("second.ppm", file(scene_));
  EXPECT_TRUE(refuses(espy({"find", "-o", "out.ppm", "needle.ppm", "scene.ppm", "second.ppm"}),
                      "--output"));
  EXPECT_TRUE(refuses(espy({"find", "--flags", "f.pgm", "needle.ppm", "scene.ppm", "second.ppm"}),
                      "--flags"));
  EXPECT_EQ(list(), (Names{"needle.ppm", "scene.ppm", "second.ppm"}));
}

TEST_F(FindMarks, OutputFolderTakesOnePicturePerImage) {
  write("in/second.ppm", file(Picture(9, 8, 3, 4)));
  const Outcome outcome =
      espy({"find", "--output-dir", "new/marked", "needle.ppm", "scene.ppm", "in/second.ppm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(parse(read("new/marked/scene.ppm")), withOutline(scene_, flags_, 3, {0, 0xc0, 0}));
  EXPECT_EQ(parse(read("new/marked/second.ppm")), Picture(9, 8, 3, 4));
  EXPECT_EQ(list(), (Names{"in", "in/second.ppm", "needle.ppm", "new", "new/marked",
                           "new/marked/scene.ppm", "new/marked/second.ppm", "scene.ppm"}));
}

TEST_F(FindMarks, OutputFolderGoesWithFlags) {
  EXPECT_EQ(espy({"find", "--output-dir", "out", "--mark", "dim", "--flags", "f.pgm", "needle.ppm",
                  "scene.ppm"})
                .status,
            0);
  EXPECT_EQ(parse(read("out/scene.ppm")), dimmed(scene_, flags_));
  EXPECT_EQ(parse(read("f.pgm")), flags_);
}

TEST_F(FindMarks, OutputFoldersThatCannotWorkAreRefusedBeforeAnything) {
  write("in/scene.ppm", file(scene_));
  write("in/other.ppm", file(scene_));
  write("bare", file(scene_));
  const auto before = list();
  const auto into = [&](const std::string& folder, Names images) {
    images.insert(images.begin(), {"find", "--output-dir", folder, "needle.ppm"});
    return espy(images);
  };
  EXPECT_TRUE(refuses(into("out", {"scene.ppm", "in/scene.ppm"}), "two outputs would be written"));
  // Rejected before the first image is read: one line.
  EXPECT_TRUE(refuses(into("needle.ppm", {"scene.ppm", "in/other.ppm"}),
                      "espy: needle.ppm: is not a folder"));
  EXPECT_TRUE(refuses(into("needle.ppm/deeper", {"scene.ppm"}), "needle.ppm"));
  EXPECT_TRUE(refuses(into("out", {"bare"}), "bare"));  // no suffix, hence no format
  EXPECT_TRUE(refuses(into("out", {"-"}), "standard input"));
  EXPECT_TRUE(
      refuses(espy({"find", "--output-dir", "out", "-o", "o.ppm", "needle.ppm", "scene.ppm"}),
              "--output-dir"));
  EXPECT_EQ(list(), before);
}

TEST_F(FindMarks, OutputsThatCannotBeWrittenAreRefusedBeforeAnything) {
  write("folder.ppm/file", "");
  const auto before = list();
  const auto output = [&](const std::string& path) {
    return espy({"find", "-o", path, "needle.ppm", "scene.ppm"});
  };
  EXPECT_TRUE(refuses(output("out.xyz"), "out.xyz"));
  EXPECT_TRUE(refuses(output("out"), "out"));
  EXPECT_TRUE(refuses(output("missing/out.ppm"), "no such folder: missing"));
  EXPECT_TRUE(refuses(output("scene.ppm/out.ppm"), "scene.ppm"));
  EXPECT_TRUE(refuses(output("folder.ppm"), "folder.ppm"));
  EXPECT_TRUE(refuses(espy({"find", "--flags", "f.png", "needle.ppm", "scene.ppm"}), "f.png"));
  EXPECT_TRUE(refuses(
      espy({"find", "--flags", "o.pgm", "-o", "./o.pgm", "needle.ppm", "scene.ppm"}), "o.pgm"));
  EXPECT_EQ(list(), before);
}

TEST_F(FindMarks, NothingIsWrittenWhenTheSearchIsRefused) {
  write("broken.ppm", "P6 40 30 255\nshort");
  const auto before = list();
  EXPECT_TRUE(
      refuses(espy({"find", "-o", "out.ppm", "--flags", "f.pgm", "needle.ppm", "broken.ppm"}),
              "broken.ppm"));
  EXPECT_TRUE(refuses(espy({"find", "-o", "out.ppm", "broken.ppm", "scene.ppm"}), "broken.ppm"));
  EXPECT_TRUE(
      refuses(espy({"find", "--output-dir", "out", "needle.ppm", "broken.ppm"}), "broken.ppm"));
  EXPECT_EQ(list(), before);
}

}  // namespace
}  // namespace espy::test
