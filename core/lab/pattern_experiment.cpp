// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment where-is-a-pattern: six milestones from a grey box to a crowd, by plain loops, by
// three passes on a GPU, and by Espy's engines.
#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/machine.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/pattern_gpu.h"
#include "lab/pattern_scenes.h"
#include "lab/pattern_task.h"
#include "lab/rates.h"

namespace espy::lab {
namespace {

using namespace pattern;

/// As in the paper: white and a pixel thick around the box, black around a pattern in plaster,
/// green around a figure of the crowd.
MarkOptions marksFor(Milestone milestone, int thickness) {
  MarkOptions marks;
  marks.style = isOutlined(milestone) ? MarkStyle::outline : MarkStyle::whiteout;
  marks.thickness = milestone == Milestone::boxEdge ? 1 : thickness;
  marks.colour = milestone == Milestone::crowd ? Colour{0, 0xc0, 0} : Colour{};
  if (milestone == Milestone::boxEdge) marks.colour = {255, 255, 255};
  return marks;
}

/// The picture with the paper's fourth channel, which is 0. Grey is returned as it is.
Image withFourChannels(const ImageView& picture) {
  if (picture.format().channels == 1) return Image::copyOf(picture);
  Image four(picture.size(), {4, Depth::u8});
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      std::copy_n(picture.pixel(x, y), 3, four.pixels().pixel(x, y));
    }
  }
  return four;
}

/// Pictures and expected results.
struct PatternTrialData {
  PatternScene drawing;
  PatternTask task;
  std::uint64_t flags = 0;   ///< hash of the flags after pass 2
  std::uint64_t marked = 0;  ///< hash of the marked copy
  /// Of a screening: the scene for the paper's kernel, and the hash of its result.
  Image fourChannels;
  std::uint64_t markedFour = 0;
};

/// Derives the expected result from the needle's known positions, independent of any search.
void expectAnswer(PatternTrialData& shared, const Registry& registry, const Control& control) {
  const Size size = shared.task.needle.size();
  std::vector<Match> matches;
  for (const espy::Place& place : shared.drawing.places) {
    Match match;
    match.x = place.x;
    match.y = place.y;
    match.width = static_cast<std::uint32_t>(size.width);
    match.height = static_cast<std::uint32_t>(size.height);
    matches.push_back(match);
  }
  const Image flags = flagPlane(registry, "openmp", shared.task.scene.size(), matches, 2, control);
  shared.flags = hashOf(flags);
  const Image marked =
      markedCopy(registry, "openmp", shared.task.scene, flags, shared.task.marks, control);
  shared.marked = hashOf(marked);
  if (!shared.task.screening) return;
  shared.fourChannels = withFourChannels(shared.task.scene);
  shared.markedFour = hashOf(withFourChannels(marked));
}

bool isRight(const PatternTrialData& shared, const Answer& answer, const std::string& engine) {
  const bool found = shared.task.screening || placesOf(answer) == shared.drawing.places;
  return answer.engine == engine && found &&
         (answer.flags.empty() || hashOf(answer.flags) == shared.flags) &&
         hashOf(answer.marked) == shared.marked;
}

using Strategy =
    std::function<Answer(const PatternTask& task, const Control& control, Timeline& timeline)>;

/// `engine` must be the one that ran, on `threads` threads.
Trial trialOf(const std::shared_ptr<const PatternTrialData>& shared, const std::string& strategy,
              int threads, const std::string& engine, Strategy search) {
  Trial trial;
  trial.strategy = strategy;
  trial.threads = threads;
  const auto answer = std::make_shared<Answer>();
  trial.run = [shared, answer, search = std::move(search)](const Control& control,
                                                           Timeline& timeline) {
    *answer = search(shared->task, control, timeline);
  };
  trial.right = [shared, answer, engine] {
    const bool right = isRight(*shared, *answer, engine);
    *answer = {};  // frees memory: results of all strategies would not fit at once
    return right;
  };
  return trial;
}

/// The paper's one kernel for a screening.
Trial screeningOnGpu(const std::shared_ptr<const PatternTrialData>& shared,
                     const Engines& engines) {
  Trial trial;
  trial.strategy = "cuda-passes";
  trial.threads = 0;
  trial.refusal = engines.gpuRefusal<ScreenOnGpu>();
  if (!trial.refusal.empty()) return trial;
  const auto marked = std::make_shared<Image>();
  trial.run = [shared, marked, screen = engines.own.get<ScreenOnGpu>(kGpu)](const Control& control,
                                                                            Timeline& timeline) {
    PatternTask task = shared->task;
    task.scene = shared->fourChannels;
    *marked = screen(task, control, timeline);
  };
  trial.right = [shared, marked] {
    const bool right = hashOf(*marked) == shared->markedFour;
    *marked = {};
    return right;
  };
  return trial;
}

Strategy onThreads(int threads, Strategy search) {
  return [threads, search = std::move(search)](const PatternTask& task, Control control,
                                               Timeline& timeline) {
    control.threads = threads;
    return search(task, control, timeline);
  };
}

class WhereIsAPattern : public Experiment {
 public:
  LabExperiment description() const override;
  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override;
  std::vector<Message> conclusions(const LabReport& report) const override {
    return conclusionsOf(report);
  }
};

LabExperiment WhereIsAPattern::description() const {
  LabExperiment experiment;
  experiment.name = "where-is-a-pattern";
  experiment.title = phrase("Where is a pattern? Six milestones, from a grey box to a crowd");
  experiment.about = phrase(
      "Milestones 1 to 3 screen each pixel by its colour: 1 a grey box, whited out; 2 a colour "
      "box, "
      "whited out; 3 the edge of the grey box. Milestones 4 to 6 search for a smaller picture in "
      "three passes: flag where it begins, flag what belongs to it, and paint everything else "
      "white or an outline around it: 4 a grey pattern of 16 x 16 in rough plaster, whited out; 5 "
      "the same, outlined; 6 one figure in a colour crowd with look-alikes, outlined. Compared are "
      "the plain loop (sequential), the same with OpenMP, the paper's kernels (cuda-passes), and "
      "the engines that Espy uses (best-...). The floor is reading the picture once from memory; "
      "an engine that reads only a "
      "sample of the pixels can be faster. A sweep of the size shows from how many pixels a GPU "
      "pays off, transfers included.");
  experiment.operation = phrase("pixels");
  experiment.parameters = {
      number("milestone", phrase("which of the six works"), 4, 1, 6,
             {"1", "2", "3", "4", "5", "6"}),
      number("kilopixels",
             phrase("thousands of pixels: 1049 is 1024 x 1024, 7078 is 3072 x 2304, 41472 is 7680 "
                    "x 5400"),
             1049, kLeastKilopixels, 100'000,
             {"16", "66", "262", "1049", "4194", "7078", "16777", "41472"}),
      number("matches", phrase("how often the pattern is hidden; milestones 4 and 5 only"), 7, 1,
             100'000, {"1", "10", "100", "1000"}),
      number("thickness", phrase("of the outline in pixels; milestones 5 and 6 only"), 3, 1, 255,
             {"1", "2", "3", "5", "8"}),
      number("threads", phrase("of OpenMP; 0: all of the machine"), 0, 0, 1024,
             {"1", "2", "4", "8", "16"}),
      number("seed", phrase("of the pictures"), 1, 0, 1'000'000'000, {})};
  return experiment;
}

Bench WhereIsAPattern::prepare(const Values& values, const Engines& engines,
                               const Control& control) const {
  const Registry& registry = engines.registry;
  const auto milestone = static_cast<Milestone>(values.number("milestone"));
  const Size size = sizeOf(values.number("kilopixels"));
  const auto shared = std::make_shared<PatternTrialData>();
  const Control quiet{0, control.stop, {}};
  shared->drawing = drawScene(milestone, size, values.number("matches"),
                              static_cast<std::uint64_t>(values.number("seed")), quiet);
  const auto thickness = static_cast<int>(values.number("thickness"));
  shared->task = {shared->drawing.scene, shared->drawing.needle, marksFor(milestone, thickness),
                  screeningOf(milestone)};
  expectAnswer(*shared, registry, quiet);

  Control asked;
  asked.threads = static_cast<int>(values.number("threads"));
  const int many = threadsFor(asked);
  const std::vector<int> counts = many == 1 ? std::vector<int>{1} : std::vector<int>{1, many};

  Bench bench;
  const auto add = [&](Trial trial, const std::string& baseline) {
    trial.baseline = baseline;
    if (trial.threads > 0) {
      trial.floorRate =
          peakRate(Rate::memory, trial.threads) / shared->task.scene.format().bytesPerPixel();
    } else {
      trial.baselineThreads = 0;
    }
    bench.trials.push_back(std::move(trial));
  };
  const auto addEngine = [&](const std::string& strategy, const std::string& engine, int threads,
                             const std::string& baseline) {
    const Strategy search = [&registry, engine](const PatternTask& task, const Control& own,
                                                Timeline& timeline) {
      return findByEngine(task, registry, engine, own, timeline);
    };
    // A GPU engine uses processor threads for transfers.
    Trial trial =
        trialOf(shared, strategy, threads, engine, onThreads(threads > 0 ? threads : many, search));
    trial.refusal = refusalOf(registry, engine, shared->task.screening.has_value());
    add(std::move(trial), baseline);
  };
  add(trialOf(shared, "sequential", 1, "loop", findByLoop), "");
  for (const int threads : counts) {
    add(trialOf(shared, "openmp", threads, "loop", onThreads(threads, findByOpenMp)), "openmp");
  }
  if (shared->task.screening) {
    add(screeningOnGpu(shared, engines), "");
  } else {
    addEngine("cuda-passes", "cuda-passes", 0, "");
  }
  addEngine("best-sequential", "sequential", 1, "");
  for (const int threads : counts) addEngine("best-openmp", "openmp", threads, "best-openmp");
  addEngine("best-cuda", "cuda", 0, "cuda-passes");
  bench.operations = static_cast<double>(size.pixels());
  bench.bytes = bench.operations * shared->task.scene.format().bytesPerPixel();
  bench.held = shared;
  return bench;
}

}  // namespace

std::unique_ptr<Experiment> makeWhereIsAPattern() {
  return std::make_unique<WhereIsAPattern>();
}

}  // namespace espy::lab
