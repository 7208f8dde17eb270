// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment sparse-network: parameters and strategies.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/machine.h"
#include "espy/engine/network.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/rates.h"
#include "lab/signal_data.h"
#include "lab/sparse_gpu.h"
#include "lab/sparse_strategies.h"
#include "lab/sparse_trials.h"

namespace espy::lab {
namespace {

/// Elements of a network, its samples and outputs: 4 GiB.
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 30;

/// Data shared by all trials of a point.
struct SparseTrialData {
  Network network;
  std::vector<float> samples;
  std::vector<float> expected;
  /// Result of the last trial; one buffer, because one per trial would need too much memory.
  std::vector<float> found;

  NetworkTask task() const { return {network, samples}; }
  /// Also clears the result, so that a trial cannot pass with another's.
  bool isRight() {
    const bool right = found == expected;
    std::ranges::fill(found, std::numeric_limits<float>::quiet_NaN());
    return right;
  }
};

bool isWeak(const Values& values) {
  return values.text("scaling") == "weak";
}

bool inDoubles(const Values& values) {
  return values.text("values") == "doubles";
}

void check(const Values& values) {
  const NetworkShape shape = sparseShape(values);
  if (shape.neighbours % 2 == 0 && !inDoubles(values)) {
    throw Error(ErrorCode::badUse, phrase("neighbours: must be odd for values=floats, not {}",
                                          values.text("neighbours")));
  }
  if (values.number("block") % 32 != 0) {
    throw Error(ErrorCode::badUse,
                phrase("block: must be a multiple of 32, not {}", values.text("block")));
  }
  if (shape.inputs <= std::int64_t{shape.layers} * (shape.neighbours - 1)) {
    throw Error(ErrorCode::badUse,
                phrase("inputs: each layer is {} narrower than the one before; of {} inputs, {} "
                       "layers leave nothing",
                       shape.neighbours - 1, shape.inputs, shape.layers));
  }
  const std::int64_t each =
      std::int64_t{shape.layers} * (shape.neighbours + 1) + 3 * values.number("samples");
  if (shape.inputs > kMostNumbers / (inDoubles(values) ? 2 : 1) / each) {
    throw Error(ErrorCode::badUse,
                phrase("inputs: a network of {} layers with {} inputs, and {} samples, take more "
                       "than 4 GiB",
                       shape.layers, shape.inputs, values.text("samples")));
  }
}

/// Uniform in [-most, most).
std::vector<float> randomNumbers(std::int64_t count, float most, std::uint64_t seed) {
  std::vector<float> numbers = randomSignal<float>(count, seed);
  for (float& number : numbers) number = most * (2 * number - 1);
  return numbers;
}

/// Large weights, so that errors in an early layer reach the outputs; with small ones they would
/// fade.
Network drawNetwork(const NetworkShape& shape, std::uint64_t seed) {
  const LayerShape last = layersOf(shape).back();
  const std::int64_t biases = last.firstBias + last.outputs();
  const float most = 3 / std::sqrt(static_cast<float>(shape.neighbours));
  Network network;
  network.shape = shape;
  network.weights = randomNumbers(biases * shape.neighbours, most, seed);
  network.biases = randomNumbers(biases, 0.5F, seed + 1);
  network.readout.resize(static_cast<std::size_t>(last.outputs()));
  return network;
}

/// The trials of one point.
class Trials {
 public:
  Trials(const Values& values, const Engines& engines, const Control& control)
      : values_(values), engines_(engines), shared_(std::make_shared<SparseTrialData>()) {
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    const NetworkShape shape = sparseShape(values);
    shared_->network = drawNetwork(shape, seed);
    shared_->samples = randomNumbers(shape.inputs * values.number("samples"), 1, seed + 2);
    shared_->expected =
        runNetwork(engines.registry, "reference", shared_->task(), {0, control.stop, {}}).values;
    shared_->found.resize(shared_->expected.size());
    shared_->isRight();  // clears the result

    const double samples = static_cast<double>(shared_->task().count());
    bench_.operations = samples * static_cast<double>(shared_->network.weights.size());
    bench_.bytes =
        sizeof(float) *
        static_cast<double>(shared_->network.weights.size() + shared_->network.biases.size() +
                            shared_->samples.size() + shared_->expected.size());
    bench_.items = 2 * static_cast<double>(shared_->samples.size());
    bench_.held = shared_;
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    addProcessor("sequential", 1, runSequentially);
    const auto chunk = static_cast<int>(values_.number("chunk"));
    addOpenMp("openmp-static", threads, {OmpSchedule::Kind::even, chunk});
    addOpenMp("openmp-dynamic", threads, {OmpSchedule::Kind::dynamic, chunk});
    addOpenMp("openmp-guided", threads, {OmpSchedule::Kind::guided, chunk});
    addBest(1);
    if (threads > 1) addBest(threads);
    addGpu("cuda-naive", SparseGpuStrategy::naive);
    addGpu("cuda-shared", SparseGpuStrategy::shared);
    addGpuBest();
    return std::move(bench_);
  }

 private:
  using Run = std::function<void(const NetworkTask& task, std::span<float> outputs,
                                 const Control& control, Timeline& timeline)>;

  void addProcessor(const std::string& strategy, int threads, Run run) {
    Trial trial = sparseTrial(strategy, threads, shared_, std::move(run));
    if (strategy != "sequential") trial.baseline = strategy;
    trial.floorRate = peakRate(Rate::memory, threads) * bench_.operations / bench_.bytes;
    bench_.trials.push_back(std::move(trial));
  }

  void addOpenMp(const std::string& strategy, int threads, OmpSchedule schedule) {
    const Run run = [schedule](const NetworkTask& task, std::span<float> outputs,
                               const Control& control, Timeline& timeline) {
      runByOpenMp(task, schedule, outputs, control, timeline);
    };
    addProcessor(strategy, 1, run);
    if (threads > 1) addProcessor(strategy, threads, run);
  }

  /// Runs an engine. Skips the checks of the network's numbers, as frequent callers would.
  Run byEngine(const char* engine) const {
    return [run = engines_.registry.get<RunNetwork>(engine)](
               const NetworkTask& task, std::span<float> outputs, const Control& control,
               Timeline& timeline) {
      RunReport report;
      run(task, outputs, control, report);
      timeline.add(report.timeline);
    };
  }

  void addBest(int threads) {
    addProcessor("best", threads, byEngine(threads > 1 ? "openmp" : "sequential"));
  }

  void addOnGpu(const std::string& strategy, const Message& refusal,
                const std::function<Run()>& run) {
    Trial trial = sparseTrial(strategy, 0, shared_, refusal.empty() ? run() : Run());
    trial.refusal = refusal;
    trial.baseline = "cuda-naive";
    trial.baselineThreads = 0;
    bench_.trials.push_back(std::move(trial));
  }

  void addGpu(const std::string& name, SparseGpuStrategy strategy) {
    addOnGpu(name, engines_.gpuRefusal<RunSparseOnGpu>(), [&]() -> Run {
      return [run = engines_.own.get<RunSparseOnGpu>(kGpu), strategy,
              block = static_cast<int>(values_.number("block"))](
                 const NetworkTask& task, std::span<float> outputs, const Control& control,
                 Timeline& timeline) {
        run({task, strategy, block}, outputs, control, timeline);
      };
    });
  }

  void addGpuBest() {
    addOnGpu("cuda-best", Engines(engines_.registry).gpuRefusal<RunNetwork>(),
             [&] { return byEngine(kGpu); });
  }

  const Values& values_;
  const Engines& engines_;
  std::shared_ptr<SparseTrialData> shared_;
  Bench bench_;
};

class SparseNetwork : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "sparse-network";
    experiment.title = phrase("A network of locally connected layers");
    experiment.about = phrase(
        "Runs a network in which each output of a layer sees only a few neighbouring inputs, with "
        "weights of its own, a bias and a sigmoid; each layer is narrower than the one before. "
        "With "
        "values=doubles the strategies are the paper's: OpenMP distributes the outputs of a layer, "
        "or the inputs of each output with a reduction; CUDA uses blocks of 1024 threads, R of "
        "them "
        "for an output, whose products are added by a reduction or by one thread, or a block of R "
        "threads for each output. Results may differ by 1e-9 of their value. With values=floats it "
        "is the network that Espy uses, with a clipped polynomial in place of the sigmoid: static, "
        "dynamic and guided loops, a thread of the GPU for each output, and Espy's own strategy, "
        "whose tiles go through several layers while they are in the cache. The paper runs one "
        "sample. The floor is reading network and samples once from memory; data that stay in a "
        "cache can be faster.");
    experiment.operation = phrase("connections");
    experiment.items = phrase("2 N");
    experiment.parameters = {
        choice("values", phrase("the paper's arithmetic, or that of Espy's network"),
               {"doubles", "floats"}),
        number("inputs", phrase("of the first layer; with weak scaling, of one thread"), 250'000, 1,
               100'000'000, {"31250", "62500", "125000", "250000", "500000", "1000000"}),
        number("neighbours", phrase("inputs that an output sees; an odd number for values=floats"),
               3, 1, 255, {"3", "5", "7", "9", "11", "13", "15"}),
        number("layers", phrase("of the network"), 10, 1, 1000,
               {"1", "2", "5", "10", "20", "50", "100"}),
        number("samples", phrase("that go through the network; the paper has one"), 1, 1, 100'000,
               {"1", "4", "16", "64"}),
        threadsParameter(phrase("threads of OpenMP")),
        choice("scaling",
               phrase("with more threads: the same total work, or the same work for each"),
               {"strong", "weak"}),
        number("chunk", phrase("outputs that a thread takes at a time; 0: OpenMP's default"), 0, 0,
               1 << 24, {"1", "16", "256", "4096", "65536"}),
        number("block", phrase("threads of a block on the GPU, a multiple of 32"), 256, 32, 1024,
               doublings(32, 1024)),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    check(values);
    if (inDoubles(values)) return sparseDoublesBench(values, engines, control);
    return Trials(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    return sparseConclusions(report);
  }
};

}  // namespace

NetworkShape sparseShape(const Values& values) {
  NetworkShape shape;
  shape.inputs = values.number("inputs");
  shape.neighbours = static_cast<int>(values.number("neighbours"));
  shape.layers = static_cast<int>(values.number("layers"));
  shape.padded = false;
  if (isWeak(values)) {
    const std::int64_t threads = values.number("threads");
    const std::int64_t narrower = std::int64_t{shape.layers + 1} * (shape.neighbours - 1);
    shape.inputs = threads * shape.inputs - (threads - 1) * narrower / 2;
  }
  return shape;
}

std::unique_ptr<Experiment> makeSparseNetwork() {
  return std::make_unique<SparseNetwork>();
}

}  // namespace espy::lab
