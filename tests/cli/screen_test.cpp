// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy screen`, compared with its definition.
#include <algorithm>

#include "command.h"
#include "picture.h"
#include "support/json.h"

namespace espy::test {
namespace {

class Screen : public CommandTest {
 protected:
  Screen() : scene_(24, 18, 3, 200) {
    // An irregular red region, also at the border, and some similar pixels.
    for (const auto& [x, y] : {std::pair{5, 5},
                               {6, 5},
                               {7, 5},
                               {5, 6},
                               {7, 6},
                               {5, 7},
                               {6, 7},
                               {7, 7},
                               {8, 8},
                               {0, 0},
                               {23, 17},
                               {12, 0},
                               {0, 9}}) {
      paint(scene_, x, y, {192, 0, 0});
    }
    paint(scene_, 15, 10, {192, 4, 0});
    paint(scene_, 16, 10, {188, 0, 4});
    write("scene.ppm", file(scene_));
  }

  /// Expected flags: 2 where a pixel equals #c00000 within the tolerance, else 0.
  Picture kept(int tolerance) const {
    const int keep[] = {192, 0, 0};
    Picture flags(scene_.width, scene_.height, 1);
    for (int y = 0; y < scene_.height; ++y) {
      for (int x = 0; x < scene_.width; ++x) {
        bool same = true;
        for (int c = 0; c < 3; ++c) {
          same = same && std::abs(scene_.at(x, y, c) - keep[c]) <= tolerance;
        }
        flags.at(x, y) = same ? 2 : 0;
      }
    }
    return flags;
  }

  Outcome screen(std::vector<std::string> options) const {
    options.insert(options.begin(), {"screen", "--keep", "#c00000"});
    options.push_back("scene.ppm");
    return espy(options);
  }

  Picture scene_;
};

TEST_F(Screen, CountsWithoutAnOutput) {
  Outcome outcome = screen({});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "scene.ppm: kept 13 of 432 pixels\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(screen({"--tolerance", "3"}).out, "scene.ppm: kept 13 of 432 pixels\n");
  EXPECT_EQ(screen({"--tolerance", "4"}).out, "scene.ppm: kept 15 of 432 pixels\n");
  EXPECT_EQ(espy({"screen", "--keep", "123456", "scene.ppm"}).out,
            "scene.ppm: kept 0 of 432 pixels\n");
  EXPECT_EQ(list(), (std::vector<std::string>{"scene.ppm"}));
}

TEST_F(Screen, WhitesOutTheRestByDefault) {
  const Outcome outcome = screen({"-o", "out.ppm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(parse(read("out.ppm")), whitedOut(scene_, kept(0)));
  EXPECT_EQ(screen({"-o", "out.ppm", "--mark", "whiteout", "--tolerance", "4"}).status, 0);
  EXPECT_EQ(parse(read("out.ppm")), whitedOut(scene_, kept(4)));
}

TEST_F(Screen, OutlinesTheEdgeOnePixelWideFromOutside) {
  EXPECT_EQ(screen({"-o", "out.ppm", "--mark", "outline"}).status, 0);
  EXPECT_EQ(parse(read("out.ppm")), withOutline(scene_, kept(0), 1, {0, 0xc0, 0}));
  EXPECT_EQ(
      screen({"-o", "out.ppm", "--mark", "outline", "--thickness", "2", "--colour", "#0000ff"})
          .status,
      0);
  EXPECT_EQ(parse(read("out.ppm")), withOutline(scene_, kept(0), 2, {0, 0, 255}));
}

TEST_F(Screen, FlagsAreTheKeptPixels) {
  EXPECT_EQ(screen({"--flags", "f.pgm"}).status, 0);
  EXPECT_EQ(parse(read("f.pgm")), kept(0));
}

TEST_F(Screen, KeepsWhereAnExpressionHolds) {
  const auto where = [&](const std::string& expression, const char* engine) {
    EXPECT_EQ(espy({"screen", "--where", expression, "--engine", engine, "--flags", "f.pgm", "-o",
                    "out.ppm", "scene.ppm"})
                  .status,
              0);
    return parse(read("f.pgm"));
  };
  for (const char* engine : {"auto", "reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(where("r == 192 && g == 0 && b == 0", engine), kept(0)) << engine;
    EXPECT_EQ(parse(read("out.ppm")), whitedOut(scene_, kept(0))) << engine;
    EXPECT_EQ(where("max(abs(r - 192), g, b) <= 4", engine), kept(4)) << engine;
  }
  Picture left = kept(0);
  for (int y = 0; y < left.height; ++y) {
    for (int x = 12; x < left.width; ++x) left.at(x, y) = 0;
  }
  EXPECT_EQ(screen({"--where", "x < width / 2", "--flags", "f.pgm"}).status, 0);
  EXPECT_EQ(parse(read("f.pgm")), left);
}

TEST_F(Screen, KeepsAnyOfSeveralColours) {
  EXPECT_EQ(screen({"--keep", "#bc0004"}).out, "scene.ppm: kept 14 of 432 pixels\n");
}

TEST_F(Screen, KeepsEdges) {
  Picture step(24, 18, 3, 50);
  Picture edge(24, 18, 1);
  for (int y = 0; y < 18; ++y) {
    for (int x = 10; x < 24; ++x) step.at(x, y, 1) = 70;
    edge.at(9, y) = edge.at(10, y) = 2;
  }
  write("step.ppm", file(step));
  for (const char* engine : {"auto", "reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(espy({"screen", "--edges", "80", "--engine", engine, "--flags", "f.pgm", "--mark",
                    "outline", "-o", "out.ppm", "step.ppm"})
                  .status,
              0);
    EXPECT_EQ(parse(read("f.pgm")), edge) << engine;
    EXPECT_EQ(parse(read("out.ppm")), withOutline(step, edge, 1, {0, 0xc0, 0})) << engine;
  }
  EXPECT_EQ(espy({"screen", "--edges", "81", "step.ppm"}).out, "step.ppm: kept 0 of 432 pixels\n");
}

TEST_F(Screen, FlagsInAlphaAndEveryStyle) {
  EXPECT_EQ(screen({"--mark", "lighten", "-o", "out.ppm"}).status, 0);
  EXPECT_EQ(parse(read("out.ppm")), lightened(scene_, kept(0)));
  EXPECT_EQ(screen({"--flags-in-alpha", "--mark", "none", "-o", "out.pam"}).status, 0);
  Picture alpha(24, 18, 4);
  for (int y = 0; y < 18; ++y) {
    for (int x = 0; x < 24; ++x) {
      for (int c = 0; c < 3; ++c) alpha.at(x, y, c) = scene_.at(x, y, c);
      alpha.at(x, y, 3) = kept(0).at(x, y);
    }
  }
  EXPECT_EQ(read("out.pam"), file(alpha));
}

TEST_F(Screen, EveryEngineWritesTheSame) {
  for (const char* engine : {"auto", "reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(screen({"-o", "out.ppm", "--mark", "outline", "--flags", "f.pgm", "--engine", engine})
                  .status,
              0)
        << engine;
    EXPECT_EQ(parse(read("out.ppm")), withOutline(scene_, kept(0), 1, {0, 0xc0, 0})) << engine;
    EXPECT_EQ(parse(read("f.pgm")), kept(0)) << engine;
  }
}

TEST_F(Screen, AutoChoosesThreadsForLargePictures) {
  const auto engineFor = [&](const std::string& image, const std::string& threads) {
    const Outcome outcome =
        espy({"screen", "--keep", "#c00000", "--json", "--threads", threads, image});
    return Json::parse(outcome.out)["engine"].text();
  };
  write("large.pgm", file(Picture(1200, 1000, 1, 9)));
  EXPECT_EQ(engineFor("scene.ppm", "2"), "sequential");
  EXPECT_EQ(engineFor("large.pgm", "2"), "threads");
  EXPECT_EQ(engineFor("large.pgm", "1"), "sequential");
}

TEST_F(Screen, JsonHasTheCounts) {
  const Outcome outcome = screen({"--json", "--engine", "sequential", "-o", "out.ppm"});
  EXPECT_EQ(outcome.status, 0);
  const auto object = Json::parse(outcome.out);
  EXPECT_EQ(object["image"], "scene.ppm");
  EXPECT_EQ(object["width"], 24);
  EXPECT_EQ(object["height"], 18);
  EXPECT_EQ(object["engine"], "sequential");
  EXPECT_EQ(object["kept"], 13);
  EXPECT_EQ(object["pixels"], 432);
  EXPECT_EQ(object["timeline"].front()["stage"], "load");
  EXPECT_EQ(object["timeline"].back()["stage"], "save");
  EXPECT_GT(object["total_ms"].number(), 0.0);
}

TEST_F(Screen, StandardStreams) {
  const RunEnvironment input{.input = file(scene_)};
  EXPECT_EQ(espy({"screen", "--keep", "c00000", "-"}, input).out, "-: kept 13 of 432 pixels\n");
  EXPECT_EQ(parse(espy({"screen", "--keep", "c00000", "-o", "-", "-"}, input).out),
            whitedOut(scene_, kept(0)));
  EXPECT_TRUE(refuses(screen({"--json", "-o", "-"}), "--json"));
}

TEST_F(Screen, TimingsAndQuiet) {
  const Outcome timed = screen({"--timings"});
  EXPECT_EQ(timed.out, "scene.ppm: kept 13 of 432 pixels\n");
  EXPECT_NE(timed.err.find("load"), std::string::npos);
  EXPECT_NE(timed.err.find("total"), std::string::npos);
  const Outcome quiet = screen({"--timings", "--quiet"});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST_F(Screen, RefusesWhatMakesNoSense) {
  const auto before = list();
  EXPECT_TRUE(refuses(espy({"screen", "scene.ppm"}), "--keep"));
  EXPECT_TRUE(refuses(espy({"screen", "--keep", "#c00000"}), "image"));
  EXPECT_TRUE(refuses(espy({"screen", "--keep", "#c00000", "scene.ppm", "more.ppm"}), "more.ppm"));
  EXPECT_TRUE(refuses(espy({"screen", "--keep", "crimson", "scene.ppm"}), "crimson"));
  EXPECT_TRUE(refuses(screen({"--tolerance", "-1"}), "--tolerance"));
  EXPECT_TRUE(refuses(espy({"screen", "--edges", "9", "--tolerance", "3", "scene.ppm"}),
                      "--tolerance: is for --keep"));
  EXPECT_TRUE(refuses(screen({"--mark", "glow"}), "--mark"));
  EXPECT_TRUE(refuses(screen({"--where", "r >"}), "--where: column 4: expected a number"));
  EXPECT_TRUE(refuses(screen({"--where", std::string(4000, '(')}), "--where: column 65: nested"));
  EXPECT_TRUE(refuses(screen({"--edges", "0"}), "--edges"));
  EXPECT_TRUE(refuses(screen({"--edges", "370722"}), "--edges"));
  EXPECT_TRUE(refuses(screen({"--flags-in-alpha"}), "--flags-in-alpha"));
  EXPECT_TRUE(refuses(screen({"--flags-in-alpha", "-o", "out.ppm"}), "out.ppm"));
  EXPECT_TRUE(refuses(screen({"--thickness", "0"}), "--thickness"));
  EXPECT_TRUE(refuses(screen({"--threads", "0"}), "--threads"));
  EXPECT_TRUE(refuses(screen({"--engine", "abacus"}), "abacus"));
  EXPECT_TRUE(refuses(screen({"--max-pixels", "431"}), "scene.ppm"));
  EXPECT_TRUE(refuses(screen({"-o", "out.xyz"}), "out.xyz"));
  EXPECT_TRUE(refuses(screen({"-o", "missing/out.ppm"}), "missing"));
  EXPECT_TRUE(refuses(screen({"--flags", "f.ppm"}), "f.ppm"));
  EXPECT_TRUE(refuses(espy({"screen", "--keep", "#c00000", "nowhere.ppm"}), "nowhere.ppm"));
  EXPECT_TRUE(refuses(screen({"-o", "./scene.ppm"}), "an input is never overwritten"));
  EXPECT_EQ(list(), before);
}

}  // namespace
}  // namespace espy::test
