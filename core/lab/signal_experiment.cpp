// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment signal-sad: parameters and strategies.

#include <algorithm>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/machine.h"
#include "espy/engine/signal.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/rates.h"
#include "lab/signal_data.h"
#include "lab/signal_gpu.h"
#include "lab/signal_strategies.h"

namespace espy::lab {
namespace {

/// Data shared by all trials of a point.
template <class Value>
struct SignalTrialData {
  std::vector<Value> data;
  std::vector<Value> queries;
  std::vector<Value> gpuData;  ///< generated on the GPU; empty if the GPU gets `data`
  std::int64_t length = 1;
  SignalMatches<Value> expected;
  SignalMatches<Value> gpuExpected;

  SignalTask<Value> task() const { return {data, queries, length}; }
  SignalTask<Value> gpuTask() const { return {gpuData.empty() ? data : gpuData, queries, length}; }
};

/// The trials of one point, for one value type.
template <class Value>
class Trials {
 public:
  Trials(const Values& values, const Engines& engines, const Control& control)
      : values_(values),
        engines_(engines),
        control_(control),
        shared_(std::make_shared<SignalTrialData<Value>>()) {
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    shared_->length = values.number("length");
    shared_->data = randomSignal<Value>(values.number("samples"), seed);
    makeQueries(seed);
    // Espy's result is the expected one; strategies that differ are reported.
    Timeline unusedReport;
    shared_->expected =
        searchAsEspy(engines.registry, shared_->task(), withoutProgress(), unusedReport);
    bench_.operations = static_cast<double>(shared_->task().places()) *
                        static_cast<double>(shared_->queries.size());
    bench_.bytes =
        static_cast<double>((shared_->data.size() + shared_->queries.size()) * sizeof(Value));
    bench_.held = shared_;
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    addProcessor("sequential", 1, searchSequentially<Value>);
    const Chunks paper{true, static_cast<int>(values_.number("chunk"))};
    addWithThreads("openmp-query", threads, searchByQuery<Value>);
    addWithThreads("openmp-query-running", threads, searchByQueryRunning<Value>);
    addWithThreads("openmp-privatisation", threads, inChunks(searchPrivately<Value>, paper));
    addWithThreads("openmp-privatisation-static", threads, inChunks(searchPrivately<Value>, {}));
    addWithThreads("openmp-lock", threads, inChunks(searchWithLock<Value>, paper));
    addWithThreads("openmp-lock-static", threads, inChunks(searchWithLock<Value>, {}));
    addWithThreads("best", threads,
                   [&registry = engines_.registry](const SignalTask<Value>& task,
                                                   const Control& control, Timeline& timeline) {
                     return searchAsEspy(registry, task, control, timeline);
                   });
    addGpus();
    return std::move(bench_);
  }

 private:
  using Search =
      std::function<SignalMatches<Value>(const SignalTask<Value>&, const Control&, Timeline&)>;

  using ChunkedSearch = SignalMatches<Value> (*)(const SignalTask<Value>&, const Chunks&,
                                                 const Control&, Timeline&);

  static Search inChunks(ChunkedSearch search, Chunks chunks) {
    return [search, chunks](const SignalTask<Value>& task, const Control& control,
                            Timeline& timeline) { return search(task, chunks, control, timeline); };
  }

  /// Searches with an engine of Espy.
  static SignalMatches<Value> searchAsEspy(const Registry& registry, const SignalTask<Value>& task,
                                           const Control& control, Timeline& timeline) {
    const char* engine = threadsFor(control) > 1 ? "openmp" : "sequential";
    SignalFinding<Value> finding = findSignal<Value>(registry, engine, task, control);
    timeline.add(finding.report.timeline);
    return std::move(finding.matches);
  }

  Control withoutProgress() const {
    Control control = control_;
    control.progress = nullptr;
    return control;
  }

  void makeQueries(std::uint64_t seed) {
    const std::int64_t length = shared_->length;
    const std::int64_t count = values_.number("queries");
    if (values_.text("queries-from") == "random") {
      shared_->queries = randomSignal<Value>(length * count, seed + 1);
      return;
    }
    const std::int64_t places = shared_->task().places();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto begin = shared_->data.begin() + (2 * i + 1) * (places - 1) / (2 * count);
      shared_->queries.insert(shared_->queries.end(), begin, begin + length);
    }
  }

  void addProcessor(const std::string& strategy, int threads, const Search& search) {
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    if (strategy != "sequential") trial.baseline = strategy;
    trial.floorRate = peakRate(
        std::is_same_v<Value, float> ? Rate::floatDifferences : Rate::byteDifferences, threads);
    auto found = std::make_shared<SignalMatches<Value>>();
    trial.run = [shared = shared_, found, search, threads](const Control& control,
                                                           Timeline& timeline) {
      Control own = control;
      own.threads = threads;
      *found = search(shared->task(), own, timeline);
    };
    trial.right = [shared = shared_, found] { return *found == shared->expected; };
    bench_.trials.push_back(std::move(trial));
  }

  void addWithThreads(const std::string& strategy, int threads, const Search& search) {
    addProcessor(strategy, 1, search);
    if (threads > 1) addProcessor(strategy, threads, search);
  }

  void addGpus() {
    struct Named {
      const char* name;
      GpuStrategy strategy;
      bool ofPaper;
    };
    constexpr Named kAll[] = {{"cuda-naive", GpuStrategy::naive, true},
                              {"cuda-private", GpuStrategy::privateSum, true},
                              {"cuda-tiling", GpuStrategy::tiling, true},
                              {"cuda-tiling-gather", GpuStrategy::tilingGather, false},
                              {"cuda-constant", GpuStrategy::constant, true},
                              {"cuda-constant-gather", GpuStrategy::constantGather, false},
                              {"cuda-best", GpuStrategy::best, false}};
    const Message refusal = engines_.gpuRefusal<SearchOnGpu<Value>>();
    double rate = 0;
    if (refusal.empty()) {
      prepareGpu();
      const GpuRates rates = engines_.own.get<MeasureGpuRates>(kGpu)(withoutProgress());
      rate = std::is_same_v<Value, float> ? rates.floats : rates.bytes;
    }
    for (const Named& named : kAll) {
      Trial trial;
      trial.strategy = named.name;
      trial.threads = 0;
      trial.refusal = refusal;
      trial.baseline = kAll[0].name;
      trial.baselineThreads = 0;
      trial.floorRate = rate;
      if (named.ofPaper) trial.gpuThreads = gpuThreads();
      if (refusal.empty()) addGpuRun(trial, named.strategy);
      bench_.trials.push_back(std::move(trial));
    }
  }

  /// Threads of the paper's kernels: whole blocks over all samples.
  double gpuThreads() const {
    const std::int64_t block = values_.number("block");
    return static_cast<double>((values_.number("samples") + block - 1) / block * block);
  }

  void prepareGpu() {
    shared_->gpuExpected = shared_->expected;
    if (values_.text("gpu-data") == "host") return;
    shared_->gpuData = engines_.own.get<GenerateOnGpu<Value>>(kGpu)(
        static_cast<std::int64_t>(shared_->data.size()),
        static_cast<std::uint64_t>(values_.number("seed")), withoutProgress());
    Timeline unusedReport;
    shared_->gpuExpected =
        searchAsEspy(engines_.registry, shared_->gpuTask(), withoutProgress(), unusedReport);
  }

  void addGpuRun(Trial& trial, GpuStrategy strategy) {
    GpuRequest<Value> request;
    request.task = shared_->gpuTask();
    request.generate = !shared_->gpuData.empty();
    request.seed = static_cast<std::uint64_t>(values_.number("seed"));
    request.strategy = strategy;
    request.minimum =
        values_.text("minimum") == "paper" ? GpuMinimum::onePerQuery : GpuMinimum::reduction;
    request.block = static_cast<int>(values_.number("block"));
    auto found = std::make_shared<SignalMatches<Value>>();
    trial.run = [search = engines_.own.get<SearchOnGpu<Value>>(kGpu), shared = shared_, found,
                 request](const Control& control, Timeline& timeline) {
      *found = search(request, control, timeline);
    };
    trial.right = [shared = shared_, found] {
      return sameAnswer(shared->gpuTask(), *found, shared->gpuExpected);
    };
  }

  const Values& values_;
  const Engines& engines_;
  const Control& control_;
  std::shared_ptr<SignalTrialData<Value>> shared_;
  Bench bench_;
};

/// Cost of the lock relative to private minima, over all points.
Message lockCost(const LabReport& report) {
  double least = 0;
  double most = 0;
  for (const LabPoint& point : report.points) {
    const LabRow* lock = rowOf(point, "openmp-lock");
    const LabRow* own = rowOf(point, "openmp-privatisation");
    if (lock == nullptr || own == nullptr || own->work.median <= 0) continue;
    const double ratio = lock->work.median / own->work.median;
    least = most == 0 ? ratio : std::min(least, ratio);
    most = std::max(most, ratio);
  }
  if (most == 0) return {};
  if (shown(least) == shown(most)) {
    return phrase("The lock took {} times as long as private minima.", shown(least));
  }
  return phrase("The lock took {} to {} times as long as private minima.", shown(least),
                shown(most));
}

class SignalSad : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "signal-sad";
    experiment.title = phrase("Queries in a signal, by the smallest sum of absolute differences");
    experiment.about = phrase(
        "Finds each of several queries in a long one-dimensional signal by the smallest sum of "
        "absolute differences. OpenMP distributes the queries, or the positions with private "
        "minima, or the positions with one minimum behind a lock; CUDA sums in global memory, in "
        "registers, in tiles of shared memory, or reads the queries from constant memory. Espy's "
        "own strategy is measured for comparison. After Bazzanti and Biondi.");
    experiment.operation = phrase("differences");
    constexpr std::int64_t kMostSamples = (std::int64_t{1} << 31) - 1;
    experiment.parameters = {
        choice("values", phrase("whole numbers 0..99, or floats in [0, 1)"), {"whole", "floats"}),
        number("samples", phrase("values in the signal"), 100000, 1, kMostSamples,
               doublings(50000, 12800000)),
        number("length", phrase("values in a query"), 1000, 1, 1 << 20, doublings(100, 6400)),
        number("queries", phrase("queries"), 10, 1, 1000, {"1", "2", "5", "10", "20", "50"}),
        threadsParameter(phrase("threads of OpenMP")),
        number("chunk", phrase("positions that a thread of OpenMP takes at a time"), 1, 1, 1 << 20,
               {"1", "4", "16", "64", "256", "1024"}),
        number("block", phrase("threads of a block on the GPU, a multiple of 32"), 128, 32, 1024,
               doublings(32, 1024)),
        choice("minimum", phrase("on the GPU: one thread for each query, or all"),
               {"paper", "reduction"}),
        choice("gpu-data", phrase("the GPU generates its own data (cuRAND), or gets the host's"),
               {"gpu", "host"}),
        choice("queries-from", phrase("random values, or pieces of the signal"),
               {"random", "data"}),
        seedParameter()};
    experiment.published = {
        {"cuda-constant", 0.171, 0.183,
         phrase("Table I of the paper gives 171 to 183 us for CUDA while the work grows by a "
                "factor of 256, more than that GPU could compute: these are times of a kernel "
                "launch, not of its run")}};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    if (values.number("length") > values.number("samples")) {
      throw Error(ErrorCode::badUse, phrase("length: a query of {} does not fit into {} samples",
                                            values.text("length"), values.text("samples")));
    }
    if (values.number("block") % 32 != 0) {
      throw Error(ErrorCode::badUse,
                  phrase("block: must be a multiple of 32, not {}", values.text("block")));
    }
    if (values.text("values") == "floats") {
      return Trials<float>(values, engines, control).all();
    }
    return Trials<std::int32_t>(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    std::vector<Message> sentences;
    constexpr const char* kGrowing[] = {"sequential", "best", "cuda-naive", "cuda-best"};
    for (Message sentence : {growth(report, kGrowing), lockCost(report)}) {
      if (!sentence.empty()) sentences.push_back(std::move(sentence));
    }
    return sentences;
  }
};

}  // namespace

std::unique_ptr<Experiment> makeSignalSad() {
  return std::make_unique<SignalSad>();
}

}  // namespace espy::lab
