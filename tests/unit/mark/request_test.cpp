// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Invalid requests, copies, and cancelling.
#include "support/thrown_errors.h"
#include "unit/mark/art.h"

namespace espy::art {
namespace {

using test::errorOf;

class MarkRequest : public PerEngine {
 protected:
  /// The sentence by which painting is refused.
  std::string refusalOf(Image& picture, const ImageView& flags, const MarkOptions& options) const {
    return errorOf(ErrorCode::badUse, [&] { paint(picture, flags, options); });
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, MarkRequest, allEngines(), engineName);

TEST_P(MarkRequest, RefusesFlagsOfAnotherSizeOrKind) {
  Image picture({4, 3}, {3, Depth::u8});
  EXPECT_EQ(refusalOf(picture, Image({3, 4}, {1, Depth::u8}), {}),
            "the flag plane has 3 x 4 pixels and the picture 4 x 3");
  for (const PixelFormat format : {PixelFormat{1, Depth::u16}, {2, Depth::u8}}) {
    EXPECT_EQ(refusalOf(picture, Image({4, 3}, format), {}),
              "the flag plane must be a grey picture of 8 bits");
  }
}

TEST_P(MarkRequest, RefusesAnOutlineOfNoOrTooMuchThickness) {
  Image picture({4, 3}, {3, Depth::u8});
  const Image flags({4, 3}, {1, Depth::u8});
  for (const int thickness : {-1, 0, 256, 100000}) {
    EXPECT_EQ(refusalOf(picture, flags, {MarkStyle::outline, thickness, {}}),
              "an outline is 1 to 255 pixels thick, not " + std::to_string(thickness));
    // Other styles have no thickness.
    EXPECT_NO_THROW(paint(picture, flags, {MarkStyle::dim, thickness, {}}));
  }
  EXPECT_NO_THROW(paint(picture, flags, {MarkStyle::outline, 1, {}}));
  EXPECT_NO_THROW(paint(picture, flags, {MarkStyle::outline, 255, {}}));
}

TEST_P(MarkRequest, RefusesAColouredOutlineInAGreyPicture) {
  const Image flags({4, 3}, {1, Depth::u8});
  for (const int channels : {1, 2}) {
    Image picture({4, 3}, {channels, Depth::u8});
    EXPECT_EQ(refusalOf(picture, flags, {MarkStyle::outline, 1, {5, 5, 6}}),
              "a grey picture cannot show an outline in colour");
    EXPECT_NO_THROW(paint(picture, flags, {MarkStyle::outline, 1, {5, 5, 5}}));
    // White-out and dimming take no colour; the default colour is accepted.
    EXPECT_NO_THROW(paint(picture, flags, {MarkStyle::whiteout}));
    EXPECT_NO_THROW(paint(picture, flags, {MarkStyle::dim}));
  }
}

TEST_P(MarkRequest, RefusesANegativeTolerance) {
  const Image scene({4, 3}, {3, Depth::u8});
  EXPECT_EQ(errorOf(ErrorCode::badUse, [&] { screen(scene, {}, -1); }),
            "the tolerance must not be negative, but is -1");
}

TEST_P(MarkRequest, CopiesAndLeavesTheSceneAlone) {
  const Image flags = flagsFrom({"...", ".#.", "..."});
  const Image scene = filledWith({3, 3}, {4, Depth::u8}, {7, 8, 9, 10});
  const Image marked = markedCopy(registry_, GetParam(), scene, flags, {MarkStyle::whiteout});
  EXPECT_TRUE(samePixels(scene, filledWith({3, 3}, {4, Depth::u8}, {7, 8, 9, 10})));
  EXPECT_EQ(lettersOf(marked, flags, {7, 8, 9, 10}, {255, 255, 255, 255}),
            (Art{"ooo", "o#o", "ooo"}));
}

TEST_P(MarkRequest, CopiesGreyIntoColourForAColouredOutline) {
  const Image flags = flagsFrom({"....", "#...", "...."});
  const Art expected = {"oo..", "#o..", "oo.."};
  const MarkOptions green{MarkStyle::outline, 1, {0, 0xc0, 0}};

  const Image grey = filledWith({4, 3}, {1, Depth::u8}, {7});
  const Image marked = markedCopy(registry_, GetParam(), grey, flags, green);
  ASSERT_EQ(marked.format(), (PixelFormat{3, Depth::u8}));
  EXPECT_EQ(lettersOf(marked, flags, {7, 7, 7}, {0, 0xc0, 0}), expected);

  const Image alpha = filledWith({4, 3}, {2, Depth::u16}, {700, 5});
  const Image markedAlpha = markedCopy(registry_, GetParam(), alpha, flags, green);
  ASSERT_EQ(markedAlpha.format(), (PixelFormat{4, Depth::u16}));
  EXPECT_EQ(lettersOf(markedAlpha, flags, {700, 700, 700, 5}, {0, 0xc0c0, 0, 65535}), expected);
}

TEST_P(MarkRequest, CopiesGreyAsGreyWhereThatWillDo) {
  const Image flags = flagsFrom({"....", "#...", "...."});
  const Image grey = filledWith({4, 3}, {1, Depth::u8}, {7});
  for (const MarkOptions& options :
       {MarkOptions{MarkStyle::outline, 1, {4, 4, 4}}, MarkOptions{MarkStyle::whiteout},
        MarkOptions{MarkStyle::dim}, MarkOptions{MarkStyle::none}}) {
    EXPECT_EQ(markedCopy(registry_, GetParam(), grey, flags, options).format(), grey.format());
  }
}

TEST_P(MarkRequest, TheFlagsBecomeTheAlphaOfTheCopy) {
  const Image flags = flagsFrom({"....", "B#..", "##.."});
  const struct {
    PixelFormat format;
    Pixel before;
    Pixel dimmed;
  } cases[] = {
      {{1, Depth::u8}, {9}, {3}},
      {{2, Depth::u8}, {9, 77}, {3}},
      {{3, Depth::u16}, {900, 600, 300}, {300, 200, 100}},
      {{4, Depth::u8}, {90, 60, 30, 255}, {30, 20, 10}},
  };
  for (const auto& c : cases) {
    MarkOptions options{.style = MarkStyle::dim, .flagsInAlpha = true};
    const Image scene = filledWith({4, 3}, c.format, c.before);
    const Image marked = markedCopy(registry_, GetParam(), scene, flags, options);
    const int colours = c.format.colourChannels();
    ASSERT_EQ(marked.format(), (PixelFormat{colours + 1, c.format.depth}));
    for (std::int64_t y = 0; y < 3; ++y) {
      for (std::int64_t x = 0; x < 4; ++x) {
        const std::uint32_t flag = sampleAt(flags, x, y, 0);
        Pixel wanted = flag == 0 ? c.dimmed : c.before;
        wanted.resize(static_cast<std::size_t>(colours));
        wanted.push_back(flag);
        EXPECT_EQ(pixelAt(marked, x, y), wanted) << colours << " colours at " << x << ", " << y;
      }
    }
    EXPECT_TRUE(samePixels(scene, filledWith({4, 3}, c.format, c.before)));
  }
}

TEST_P(MarkRequest, StopsBeforeItBegins) {
  const Control control = test::stoppedControl();
  Image picture({100, 100}, {3, Depth::u8});
  const Image flags({100, 100}, {1, Depth::u8});
  for (const MarkStyle style : {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim}) {
    EXPECT_EQ(errorOf(ErrorCode::cancelled, [&] { paint(picture, flags, {style}, control); }),
              "cancelled");
  }
  EXPECT_TRUE(samePixels(picture, Image({100, 100}, {3, Depth::u8})));
  EXPECT_EQ(errorOf(ErrorCode::cancelled, [&] { screen(picture, {}, 0, control); }), "cancelled");
}

TEST_P(MarkRequest, StopsMidway) {
  // One long row and one long column: each must be split into several tasks.
  for (const Size size : {Size{200000, 1}, Size{3, 70000}}) {
    std::stop_source source;
    Control control;
    control.threads = 1;
    control.stop = source.get_token();
    int calls = 0;
    control.progress = [&](double) {
      ++calls;
      source.request_stop();
    };
    Image picture(size, {1, Depth::u8});
    const Image flags(size, {1, Depth::u8});
    if (GetParam() == "reference" && size.height == 1) continue;  // reports progress by whole rows
    EXPECT_EQ(errorOf(ErrorCode::cancelled,
                      [&] { paint(picture, flags, {MarkStyle::whiteout}, control); }),
              "cancelled");
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(sampleAt(picture, 0, 0, 0), 255u);
    EXPECT_EQ(sampleAt(picture, size.width - 1, size.height - 1, 0), 0u);
  }
}

TEST_P(MarkRequest, ReportsItsProgressToTheEnd) {
  Image picture({300, 3000}, {3, Depth::u8});
  Image flags({300, 3000}, {1, Depth::u8});
  setSample(flags.pixels(), 5, 5, 0, kFlagInside);
  for (const MarkStyle style :
       {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim, MarkStyle::lighten}) {
    double last = 0;
    Control control;
    control.threads = 3;
    control.progress = [&](double done) {
      EXPECT_GT(done, last);
      last = done;
    };
    const Image marked = markedCopy(registry_, GetParam(), picture, flags, {style, 3, {}}, control);
    EXPECT_EQ(last, 1);
  }
}

TEST(MarkRegistry, ListsWhatEveryEngineCanDoAndGivesNoOther) {
  const Registry registry = markRegistry();
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    EXPECT_TRUE(registry.has<PaintMarks>(engine)) << engine;
    EXPECT_TRUE(registry.has<ScreenColour>(engine)) << engine;
    EXPECT_TRUE(registry.has<ScreenWhere>(engine)) << engine;
    EXPECT_TRUE(registry.has<ScreenEdges>(engine)) << engine;
  }
  const Image picture({2, 2}, {1, Depth::u8});
  EXPECT_EQ(
      errorOf(ErrorCode::badUse,
              [&] { (void)markedCopy(registry, "abacus", picture, picture, {}); }),
      "there is no engine named abacus; the engines are reference, sequential, threads, openmp");
}

std::string namesOf(const Timeline& timeline) {
  std::string names;
  for (const Timeline::Stage& stage : timeline.stages()) names += stage.name + ';';
  return names;
}

TEST(MarkStages, AreThoseThatTheEngineWritesOrOneOfAll) {
  Registry registry = markRegistry();
  const Image picture({2, 2}, {1, Depth::u8});
  const auto stagesOfCopy = [&](const char* engine, MarkStyle style) {
    Timeline timeline;
    markedCopy(registry, engine, picture, picture, {style}, {}, timeline);
    return namesOf(timeline);
  };
  const auto stagesOfScreening = [&](const char* engine) {
    Timeline timeline;
    screened(registry, engine, picture, {{Colour()}}, {}, timeline);
    return namesOf(timeline);
  };
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(stagesOfCopy(engine, MarkStyle::dim), "pass 3;");
    EXPECT_EQ(stagesOfCopy(engine, MarkStyle::none), "pass 3;");
    EXPECT_EQ(stagesOfScreening(engine), "screen;");
  }
  registry.add<PaintMarks>("openmp", [](const MutableImageView&, const ImageView&,
                                        const MarkOptions&, const Control&, Timeline& timeline) {
    for (const char* stage : {"upload", "pass 3", "download"}) timeline.add(stage, 1);
  });
  registry.add<ScreenColour>(
      "openmp", [](const ImageView& scene, Colour, int, const Control&, Timeline& timeline) {
        for (const char* stage : {"upload", "screen"}) timeline.add(stage, 1);
        return Image(scene.size(), {1, Depth::u8});
      });
  EXPECT_EQ(stagesOfCopy("openmp", MarkStyle::dim), "upload;pass 3;download;");
  EXPECT_EQ(stagesOfScreening("openmp"), "upload;screen;");
}

}  // namespace
}  // namespace espy::art
