// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment texture-steps: parameters and strategies.
#include <algorithm>
#include <cmath>

#include "base/phrase.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/rates.h"
#include "lab/texture_data.h"
#include "lab/texture_steps.h"
#include "lab/texture_strategies.h"

namespace espy::lab {
namespace {

struct StepTrialData {
  TextureData data;
  TextureTask task;
  std::vector<std::int32_t> expected;

  StepTrialData(const TextureData::Sizes& sizes, std::uint64_t seed, const Control& control)
      : data(sizes, seed, control), task(data.task()) {
    Timeline unheard;
    expected.resize(static_cast<std::size_t>(sizes.references));
    countByLoop(task, expected, control, unheard);
  }

  /// Whether no count differs by more than this share of the query's features.
  bool isNear(std::span<const std::int32_t> found, double share) const {
    const double most = share * static_cast<double>(task.queries.front().size() / kFeatureBytes);
    return std::ranges::equal(found, expected, [&](std::int32_t a, std::int32_t b) {
      return std::abs(a - b) <= std::ceil(most);
    });
  }
  std::int64_t differing(std::span<const std::int32_t> found) const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < found.size(); ++i) count += found[i] != expected[i] ? 1 : 0;
    return count;
  }
};

/// Shares of a query's features by which a count may differ: roots are rounded to float, which
/// decides equal ratios; lengths of whole numbers are only about 1; half precision has 11 bits.
constexpr double kRootsDiffer = 0.001;
constexpr double kLengthsDiffer = 0.02;
constexpr double kHalvesDiffer = 0.05;

class TextureStepsExperiment : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "texture-steps";
    experiment.title = phrase("The two nearest features, step by step");
    experiment.about = phrase(
        "Runs the algorithms of the paper of texture-search step by step on one thread: norms, "
        "products, addition of the norms, the two least of each column, roots, a copy, and the "
        "ratio test. Algorithm 1 sorts by insertion in memory, or keeps the two least in "
        "registers; "
        "algorithm 2 has features of length 1 and needs no norms; algorithm 1 in half precision "
        "rounds every product and sum, of features times a scale factor, and reports the mean "
        "relative error of the distances and how many overflow. Counts may differ from those of "
        "the "
        "plain loop by 0.1 % of the query's features, 2 % for algorithm 2, 5 % for half "
        "precision.");
    experiment.operation = phrase("products");
    experiment.items = phrase("references");
    experiment.parameters = {
        number("references", phrase("in the library"), 4, 1, 4096, {"1", "4", "16", "64"}),
        number("features", phrase("of a reference"), 768, 2, 4096,
               {"128", "256", "384", "512", "768"}),
        number("query-features", phrase("of a query"), 768, 1, 4096,
               {"128", "256", "384", "512", "768"}),
        number("scale", phrase("N: in half precision features are multiplied by 2^-N"), 7, 0, 24,
               {"0", "1", "2", "7", "12", "14", "16"}),
        number("batch", phrase("references of one product on the GPU"), 1, 1, 4096,
               {"1", "4", "16", "64", "256", "1024"}),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    const TextureData::Sizes sizes{values.number("references"), values.number("features"),
                                   values.number("query-features"), 1};
    Control quiet = control;
    quiet.progress = nullptr;
    const auto shared = std::make_shared<StepTrialData>(
        sizes, static_cast<std::uint64_t>(values.number("seed")), quiet);
    Bench bench;
    bench.items = static_cast<double>(sizes.references);
    bench.operations = bench.items * static_cast<double>(sizes.rows) *
                       static_cast<double>(sizes.queryRows) * kFeatureBytes;
    bench.bytes = static_cast<double>(shared->task.library.size());
    bench.held = shared;
    const TextureCount loop = countByLoop;
    addTrial(bench, shared, "sequential", 0, [loop](auto&&... all) {
      loop(all...);
      return Rounding();
    });
    const auto scale =
        static_cast<float>(std::ldexp(1.0, -static_cast<int>(values.number("scale"))));
    const auto add = [&](const char* strategy, double share, TextureSteps steps) {
      addTrial(bench, shared, strategy, share,
               [steps, scale](const TextureTask& task, auto&&... all) {
                 return countBySteps(task, steps, scale, all...);
               });
    };
    add("algorithm-1-sort", kRootsDiffer, TextureSteps::insertionSort);
    add("algorithm-1", kRootsDiffer, TextureSteps::topTwo);
    add("algorithm-2", kLengthsDiffer, TextureSteps::rootSift);
    add("algorithm-1-half", kHalvesDiffer, TextureSteps::half);
    const std::int64_t batch = values.number("batch");
    const auto addGpu = [&](const char* strategy, double share, TextureSteps steps) {
      const Message refusal = engines.gpuRefusal<CountTextureStepsOnGpu>();
      Count count;
      if (refusal.empty()) {
        count = [run = engines.own.get<CountTextureStepsOnGpu>(kGpu), steps, scale, batch](
                    const TextureTask& task, std::span<std::int32_t> counts, const Control& own,
                    Timeline& timeline) {
          run({task, steps, scale, batch}, counts, own, timeline);
          return Rounding();
        };
      }
      addTrial(bench, shared, strategy, share, count);
      bench.trials.back().refusal = refusal;
      bench.trials.back().threads = 0;
      bench.trials.back().floorRate = 0;
    };
    addGpu("cuda-algorithm-1-sort", kRootsDiffer, TextureSteps::insertionSort);
    addGpu("cuda-algorithm-1", kRootsDiffer, TextureSteps::topTwo);
    addGpu("cuda-algorithm-1-half", kHalvesDiffer, TextureSteps::half);
    addGpu("cuda-algorithm-2-half", kHalvesDiffer, TextureSteps::rootSift);
    return bench;
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    constexpr const char* kGrowing[] = {"sequential", "algorithm-1-sort", "algorithm-1",
                                        "algorithm-2"};
    Message sentence = growth(report, kGrowing);
    if (sentence.empty()) return {};
    return {std::move(sentence)};
  }

 private:
  using Count = std::function<Rounding(const TextureTask& task, std::span<std::int32_t> counts,
                                       const Control& control, Timeline& timeline)>;

  /// `share`: see `StepTrialData::isNear`.
  static void addTrial(Bench& bench, const std::shared_ptr<StepTrialData>& shared,
                       const std::string& strategy, double share, const Count& count) {
    struct Found {
      std::vector<std::int32_t> counts;
      Rounding rounding;
    };
    const auto found = std::make_shared<Found>();
    Trial trial;
    trial.strategy = strategy;
    trial.floorRate = peakRate(Rate::products, 1);
    trial.run = [shared, found, count](Control control, Timeline& timeline) {
      control.threads = 1;
      found->counts.assign(shared->expected.size(), -1);
      found->rounding = count(shared->task, found->counts, control, timeline);
    };
    trial.right = [shared, found, share] {
      return found->rounding.overflows == 0 && shared->isNear(found->counts, share);
    };
    if (share > 0) trial.differing = [shared, found] { return shared->differing(found->counts); };
    if (strategy == "algorithm-1-half") trial.rounding = [found] { return found->rounding; };
    bench.trials.push_back(std::move(trial));
  }
};

}  // namespace

std::unique_ptr<Experiment> makeTextureSteps() {
  return std::make_unique<TextureStepsExperiment>();
}

}  // namespace espy::lab
