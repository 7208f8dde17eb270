// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "espy/engine/all.h"
#include "espy/engine/exact.h"
#include "lab/experiment.h"
#include "lab/pattern_gpu.h"
#include "lab/pattern_scenes.h"
#include "lab/pattern_task.h"
#include "support/find_with.h"

namespace espy::lab::pattern {
namespace {

/// The built-in engines without a GPU.
Registry withoutGpu() {
  Registry registry;
  addBuiltInEngines(registry);
  addPictures(registry);
  addFind(registry);
  addExact(registry);
  addMark(registry);
  registry.addEngine({"cuda", false, "no driver was found", ""});
  registry.addEngine({"cuda-passes", false, "no driver was found either", ""});
  return registry;
}

Values valuesOf(std::map<std::string, std::string> some) {
  std::map<std::string, std::string> all;
  for (const LabParameter& parameter : makeWhereIsAPattern()->description().parameters) {
    all[parameter.name] = parameter.value;
  }
  for (const auto& [name, value] : some) all.at(name) = value;
  return Values(all);
}

/// The result of engine `reference`.
Answer byReference(const PatternTask& task) {
  const Registry registry = withoutGpu();
  Answer answer;
  const Needle needle{task.needle, {}};
  const Finding finding = findExact(registry, "reference", task.scene, {&needle, 1});
  answer.matches = finding.matches;
  answer.flags = flagPlane(registry, "reference", task.scene.size(), finding.matches);
  answer.marked = markedCopy(registry, "reference", task.scene, answer.flags, task.marks);
  return answer;
}

void expectAnswerOfReference(const PatternTask& task) {
  const Answer wanted = byReference(task);
  const auto expectSame = [&](const Answer& answer) {
    EXPECT_EQ(placesOf(answer), placesOf(wanted));
    EXPECT_TRUE(samePixels(answer.flags, wanted.flags));
    EXPECT_TRUE(samePixels(answer.marked, wanted.marked));
  };
  Timeline unheard;
  expectSame(findByLoop(task, {}, unheard));
  for (const int threads : {1, 2, 3, 7}) {
    SCOPED_TRACE(testing::Message() << threads << " threads");
    Control control;
    control.threads = threads;
    expectSame(findByOpenMp(task, control, unheard));
    expectSame(findByEngine(task, withoutGpu(), "openmp", control, unheard));
  }
  expectSame(findByEngine(task, withoutGpu(), "sequential", {}, unheard));
}

MarkOptions outlined(int thickness, Colour colour) {
  return {MarkStyle::outline, thickness, colour};
}
const MarkOptions kWhite{MarkStyle::whiteout, 3, {}};

TEST(PatternStrategies, GiveTheReferencesAnswerForTheMilestones) {
  for (const Milestone milestone :
       {Milestone::greyBox, Milestone::colourBox, Milestone::greyPattern, Milestone::crowd}) {
    SCOPED_TRACE(static_cast<int>(milestone));
    const PatternScene drawing = drawScene(milestone, {149, 131}, 5, 3, {});
    expectAnswerOfReference({drawing.scene, drawing.needle, kWhite});
    expectAnswerOfReference({drawing.scene, drawing.needle, outlined(3, {9, 9, 9})});
  }
}

/// Noise of few values, so that small needles match often and overlap.
Image noise(Size size, int channels, int values, std::mt19937& random) {
  Image picture(size, {channels, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t i = 0; i < picture.view().rowBytes(); ++i) {
      picture.pixels().row(y)[i] =
          static_cast<std::uint8_t>(random() % static_cast<unsigned>(values));
    }
  }
  return picture;
}

TEST(PatternStrategies, GiveTheReferencesAnswerForAnyPictures) {
  std::mt19937 random(4);
  const auto upTo = [&](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
  int matches = 0;
  Timeline unheard;
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const int channels = round % 2 == 0 ? 1 : 3;
    const Image scene = noise({upTo(40), upTo(30)}, channels, 1 + round % 3, random);
    const Size size{std::min(upTo(6), scene.size().width), std::min(upTo(9), scene.size().height)};
    const Image needle = noise(size, channels, 1 + round % 3, random);
    const Colour colour = channels == 1 ? Colour{200, 200, 200} : Colour{10, 200, 30};
    const PatternTask task{scene, needle, round % 4 < 2 ? kWhite : outlined(1 + round % 5, colour)};
    expectAnswerOfReference(task);
    matches += static_cast<int>(placesOf(findByLoop(task, {}, unheard)).size());
  }
  EXPECT_GT(matches, 1000);
}

TEST(PatternStrategies, ANeedleAsLargeAsTheSceneAndOneOfOnePixel) {
  std::mt19937 random(5);
  const Image scene = noise({21, 13}, 1, 200, random);
  expectAnswerOfReference({scene, scene, kWhite});
  expectAnswerOfReference({scene, scene.view().crop(20, 12, {1, 1}), kWhite});
  expectAnswerOfReference({scene, scene.view().crop(0, 0, {21, 1}), outlined(200, {0, 0, 0})});
}

TEST(PatternStrategies, StopOnRequest) {
  const PatternScene drawing = drawScene(Milestone::greyBox, {300, 200}, 1, 1, {});
  const PatternTask task{drawing.scene, drawing.needle, kWhite};
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  Timeline unheard;
  for (const auto& find : {findByLoop, findByOpenMp}) {
    try {
      find(task, control, unheard);
      ADD_FAILURE() << "it did not stop";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

TEST(WhereIsAPattern, EveryTrialIsRightInEveryMilestone) {
  const Registry registry = withoutGpu();
  const auto experiment = makeWhereIsAPattern();
  for (const char* milestone : {"1", "2", "3", "4", "5", "6"}) {
    for (const char* threads : {"1", "3"}) {
      const Bench bench = experiment->prepare(
          valuesOf({{"milestone", milestone}, {"threads", threads}, {"kilopixels", "40"}}),
          registry, {});
      int ran = 0;
      for (const Trial& trial : bench.trials) {
        if (!trial.refusal.empty()) continue;
        SCOPED_TRACE(testing::Message() << trial.strategy << ", milestone " << milestone << ", "
                                        << trial.threads << " threads");
        Timeline timeline;
        trial.run({}, timeline);
        EXPECT_TRUE(trial.right());
        const auto has = [&](const char* stage) {
          return std::ranges::count(timeline.stages(), stage, &Timeline::Stage::name);
        };
        const bool screens = std::string(milestone) <= "3";
        EXPECT_EQ(has("pass 1"), screens ? 0 : 1);
        EXPECT_EQ(has("pass 2"), screens ? 0 : 1);
        EXPECT_EQ(has("screen"), screens ? 1 : 0);
        EXPECT_EQ(has("pass 3"), screens && !trial.strategy.starts_with("best") ? 0 : 1);
        EXPECT_GT(trial.floorRate, 0);
        trial.run({}, timeline);
        EXPECT_TRUE(trial.right()) << "again";
        ++ran;
      }
      EXPECT_EQ(ran, std::string(threads) == "1" ? 4 : 6);
    }
  }
}

TEST(WhereIsAPattern, TrialsAndWhatTheyReferTo) {
  const Registry registry = withoutGpu();
  const Bench bench = makeWhereIsAPattern()->prepare(
      valuesOf({{"milestone", "6"}, {"kilopixels", "40"}, {"threads", "2"}}), registry, {});
  std::vector<std::string> lines;
  for (const Trial& trial : bench.trials) {
    lines.push_back(trial.strategy + " " + std::to_string(trial.threads) + " of [" +
                    trial.baseline + " " + std::to_string(trial.baselineThreads) + "] " +
                    trial.refusal.text());
  }
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "sequential 1 of [ 1] ",
                       "openmp 1 of [openmp 1] ",
                       "openmp 2 of [openmp 1] ",
                       "cuda-passes 0 of [ 0] no driver was found either",
                       "best-sequential 1 of [ 1] ",
                       "best-openmp 1 of [best-openmp 1] ",
                       "best-openmp 2 of [best-openmp 1] ",
                       "best-cuda 0 of [cuda-passes 0] no driver was found",
                   }));
  const Size size = sizeOf(40);
  EXPECT_EQ(bench.operations, static_cast<double>(size.pixels()));
  EXPECT_EQ(bench.bytes, static_cast<double>(size.pixels()) * 3);
}

TEST(WhereIsAPattern, ParametersAreWithinWhatTheySay) {
  const LabExperiment experiment = makeWhereIsAPattern()->description();
  EXPECT_EQ(experiment.name, "where-is-a-pattern");
  EXPECT_TRUE(experiment.published.empty());
  for (const LabParameter& parameter : experiment.parameters) {
    std::vector<std::string> values = parameter.sweep;
    values.push_back(parameter.value);
    for (const std::string& value : values) {
      EXPECT_GE(std::stoll(value), parameter.least) << parameter.name;
      EXPECT_LE(std::stoll(value), parameter.most) << parameter.name;
    }
  }
}

TEST(WhereIsAPattern, EveryMilestoneFitsIntoTheLeastSize) {
  const Registry registry = withoutGpu();
  for (const char* milestone : {"1", "2", "3", "4", "5", "6"}) {
    const Bench bench = makeWhereIsAPattern()->prepare(
        valuesOf({{"milestone", milestone}, {"kilopixels", std::to_string(kLeastKilopixels)}}),
        registry, {});
    Timeline unheard;
    bench.trials.front().run({}, unheard);
    EXPECT_TRUE(bench.trials.front().right());
  }
}

/// Any shape, also at the edge of the picture.
TEST(PatternScreening, KeepsTheShapeOrOutlinesItAsTheDefinitionDoes) {
  std::mt19937 random(6);
  Timeline unheard;
  const Registry registry = withoutGpu();
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    const int channels = round % 2 == 0 ? 1 : 3;
    const Screening colours{{10, 20, 30}, {90, 20, 30}};
    const auto upTo = [&](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
    Image scene({upTo(30), upTo(20)}, {channels, Depth::u8});
    for (std::int64_t y = 0; y < scene.size().height; ++y) {
      for (std::int64_t x = 0; x < scene.size().width; ++x) {
        const Colour colour = random() % 5 == 0 ? colours.shape : colours.ground;
        const std::uint8_t samples[] = {colour.red, colour.green, colour.blue};
        std::copy_n(samples, channels, scene.pixels().pixel(x, y));
      }
    }
    MarkOptions marks{round % 4 < 2 ? MarkStyle::whiteout : MarkStyle::outline, 1, {255, 255, 255}};
    const PatternTask task{scene, {}, marks, colours};
    Image flags({scene.size().width, scene.size().height}, {1, Depth::u8});
    for (std::int64_t y = 0; y < scene.size().height; ++y) {
      for (std::int64_t x = 0; x < scene.size().width; ++x) {
        if (*scene.view().pixel(x, y) == 10) *flags.pixels().pixel(x, y) = kFlagInside;
      }
    }
    const Image wanted = markedCopy(registry, "reference", scene, flags, marks);
    EXPECT_TRUE(samePixels(findByLoop(task, {}, unheard).marked, wanted));
    for (const int threads : {1, 3}) {
      Control control;
      control.threads = threads;
      EXPECT_TRUE(samePixels(findByOpenMp(task, control, unheard).marked, wanted));
    }
    if (channels == 1) continue;  // of grey the engines compare all three colours
    EXPECT_TRUE(samePixels(findByEngine(task, registry, "openmp", {}, unheard).marked, wanted));
  }
}

TEST(PatternScreening, OnlyTheGroundIsOutlined) {
  // A third colour touches the shape, and stays.
  Image scene({3, 1}, {1, Depth::u8});
  std::uint8_t* row = scene.pixels().row(0);
  row[0] = 50;
  row[1] = 96;
  row[2] = 176;
  const PatternTask task{
      scene, {}, {MarkStyle::outline, 1, {255, 255, 255}}, screeningOf(Milestone::boxEdge)};
  Timeline unheard;
  const Image marked = findByLoop(task, {}, unheard).marked;
  EXPECT_EQ(marked.view().row(0)[0], 50);
  EXPECT_EQ(marked.view().row(0)[1], 96);
  EXPECT_EQ(marked.view().row(0)[2], 255);
}

TEST(WhereIsAPattern, OutlinesAreThoseOfThePaper) {
  const Registry registry = withoutGpu();
  const auto outlineOf = [&](const char* milestone, const char* thickness) {
    const Bench bench = makeWhereIsAPattern()->prepare(
        valuesOf({{"milestone", milestone}, {"thickness", thickness}, {"kilopixels", "20"}}),
        registry, {});
    Timeline unheard;
    bench.trials.front().run({}, unheard);
    EXPECT_TRUE(bench.trials.front().right());
    return bench;
  };
  outlineOf("5", "1");
  outlineOf("5", "9");
  outlineOf("3", "9");
}

/// Milestones 1 to 3 run the lab's kernel in place of the engine's passes.
TEST(WhereIsAPattern, ThePapersKernelScreensFourChannels) {
  Registry registry = withoutGpu();
  registry.setEngine({"cuda", true, "a GPU that is none", ""});
  for (const bool wrong : {false, true}) {
    registry.add<ScreenOnGpu>(
        "cuda", [wrong](const PatternTask& task, const Control& control, Timeline& timeline) {
          const PixelFormat format = task.scene.format();
          EXPECT_TRUE(format.channels == 1 || format.channels == 4);
          Image marked = Image::copyOf(task.scene);
          for (std::int64_t y = 0; y < task.scene.height(); ++y) {
            for (std::int64_t x = 0; x < task.scene.width(); ++x) {
              std::uint8_t* pixel = marked.pixels().pixel(x, y);
              if (pixel[0] == task.screening->shape.red) continue;
              std::fill_n(pixel, std::min(format.channels, 3), 255);
            }
          }
          if (wrong) ++*marked.pixels().pixel(0, 0);
          timeline.add("screen", 1);
          control.check();
          return marked;
        });
    for (const char* milestone : {"1", "2"}) {
      const Bench bench = makeWhereIsAPattern()->prepare(
          valuesOf({{"milestone", milestone}, {"kilopixels", "20"}}), registry, {});
      const auto trial = std::ranges::find(bench.trials, "cuda-passes", &Trial::strategy);
      ASSERT_EQ(trial->refusal, "");
      Timeline timeline;
      trial->run({}, timeline);
      EXPECT_NE(trial->right(), wrong);
    }
  }
}

/// A picture kept in a fake GPU's memory.
class FakeGpuPicture : public KeptPicture {
 public:
  explicit FakeGpuPicture(const ImageView& picture)
      : KeptPicture("cuda", picture.size(), picture.format()), image(Image::copyOf(picture)) {}
  const Image image;
};

/// The pixels that the fake GPU reads for a scene.
const ImageView& whereItIs(const Scene& scene) {
  if (scene.kept() == nullptr) return *scene.view();
  return dynamic_cast<FakeGpuPicture&>(*scene.kept()).image.view();
}

/// A fake GPU that runs the reference; all positions are wrong by `off`.
Registry withGpu(std::uint32_t off, const std::string& name, bool marksWhereItIs) {
  Registry registry = withoutGpu();
  registry.setEngine({"cuda", true, "a card that is none", ""});
  registry.add<FindExact>(
      "cuda", [=](const Scene& scene, std::span<const Needle> needles, const ExactOptions& options,
                  const Control& control, RunReport& report) {
        auto places = withoutGpu().get<FindExact>("reference")(whereItIs(scene), needles, options,
                                                               control, report);
        for (espy::Place& place : places.front()) place.x += off;
        report.engine = name;
        return places;
      });
  const Registry host = withoutGpu();
  registry.add<FlagMatches>("cuda", host.get<FlagMatches>("reference"));
  registry.add<PaintMarks>("cuda", host.get<PaintMarks>("reference"));
  if (!marksWhereItIs) return registry;
  registry.add<KeepPicture>("cuda",
                            [](const ImageView& picture, const Control&, Timeline& timeline) {
                              timeline.add("upload", 1);
                              return std::make_unique<FakeGpuPicture>(picture);
                            });
  registry.add<MarkPicture>("cuda", [](const Scene& scene, std::span<const Match> matches,
                                       const MarkOptions& options, const Control& control,
                                       Timeline& timeline) {
    timeline.add("download", 1);
    const Registry registryOfHost = withoutGpu();
    const Image flags = flagPlane(registryOfHost, "reference", scene.size(), matches, 2, control);
    return markedCopy(registryOfHost, "reference", whereItIs(scene), flags, options, control);
  });
  return registry;
}

/// Runs best-cuda and returns whether it is right; `stages` receives its timeline.
bool isGpuRight(const Registry& registry, std::string* stages = nullptr) {
  const Bench bench = makeWhereIsAPattern()->prepare(
      valuesOf({{"milestone", "5"}, {"kilopixels", "20"}}), registry, {});
  const Trial& trial = bench.trials.back();
  EXPECT_EQ(trial.refusal, "");
  Timeline timeline;
  trial.run({}, timeline);
  if (stages != nullptr) {
    for (const Timeline::Stage& stage : timeline.stages()) *stages += stage.name + ';';
  }
  return trial.right();
}

TEST(WhereIsAPattern, AGpuMarksWhereItKeepsThePictureIfItCan) {
  std::string stages;
  EXPECT_TRUE(isGpuRight(withGpu(0, "cuda", false), &stages));
  EXPECT_EQ(stages, "pass 1;pass 2;pass 3;");
  stages.clear();
  EXPECT_TRUE(isGpuRight(withGpu(0, "cuda", true), &stages));
  EXPECT_EQ(stages, "upload;pass 1;download;");
}

TEST(WhereIsAPattern, WrongAnswersAndOtherEnginesAreSeen) {
  for (const bool marksWhereItIs : {false, true}) {
    EXPECT_FALSE(isGpuRight(withGpu(1, "cuda", marksWhereItIs)));
    EXPECT_FALSE(isGpuRight(withGpu(0, "openmp", marksWhereItIs)));
  }
}

TEST(WhereIsAPattern, WrongMarksAreSeen) {
  Registry registry = withGpu(0, "cuda", false);
  const auto paint = withoutGpu().get<PaintMarks>("reference");
  registry.add<PaintMarks>(
      "cuda", [paint](const MutableImageView& picture, const ImageView& flags,
                      const MarkOptions& options, const Control& control, Timeline& timeline) {
        paint(picture, flags, options, control, timeline);
        ++*picture.pixel(picture.width() - 1, picture.height() - 1);
      });
  EXPECT_FALSE(isGpuRight(registry));
}

TEST(WhereIsAPattern, AnEngineThatLacksAPassIsRefused) {
  Registry registry = withoutGpu();
  registry.setEngine({"cuda", true, "", ""});
  EXPECT_EQ(refusalOf(registry, "cuda"), "this engine has no exact find");
  const Registry host = withoutGpu();
  registry.add<FindExact>("cuda", host.get<FindExact>("reference"));
  EXPECT_EQ(refusalOf(registry, "cuda"), "this engine has no flag plane");
  registry.add<FlagMatches>("cuda", host.get<FlagMatches>("reference"));
  EXPECT_EQ(refusalOf(registry, "cuda"), "this engine has no marking");
  registry.add<PaintMarks>("cuda", host.get<PaintMarks>("reference"));
  EXPECT_EQ(refusalOf(registry, "cuda"), "");
  EXPECT_EQ(refusalOf(registry, "cuda", true), "this engine has no screening");
  registry.add<ScreenColour>("cuda", host.get<ScreenColour>("reference"));
  EXPECT_EQ(refusalOf(registry, "cuda", true), "");
  EXPECT_EQ(refusalOf(registry, "cuda-passes"), "no driver was found either");
}

}  // namespace
}  // namespace espy::lab::pattern
