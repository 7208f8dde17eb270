// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment texture-search: parameters and strategies.
#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/rates.h"
#include "lab/texture_data.h"
#include "lab/texture_gpu.h"
#include "lab/texture_strategies.h"

namespace espy::lab {
namespace {

/// Bytes of a library: 4 GiB.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 32;
/// References reported per query.
constexpr std::int64_t kTop = 10;

/// Data shared by all trials of a point.
struct TextureTrialData {
  TextureData data;
  TextureTask task;
  Shelf shelf;
  Shelf passing;  ///< the same, but nothing stays on a GPU
  RankOptions options{kTop, {}, Counting::plain};
  std::vector<std::int32_t> counts;  ///< per query and reference
  std::vector<Ranking> rankings;

  TextureTrialData(const TextureData::Sizes& sizes, std::uint64_t seed, const Control& control)
      : data(sizes, seed, control),
        task(data.task()),
        shelf(sizes.rows, data.slabs()),
        passing(sizes.rows, data.slabs()) {}

  RankTask rankTask(const Shelf& of) const { return {of, task.queries, options}; }
  std::int64_t items() const {
    return task.references() * static_cast<std::int64_t>(task.queries.size());
  }

  /// Espy's result is the expected one; strategies that differ are reported.
  void expect(const Registry& registry, const Control& control) {
    RankTask all = rankTask(shelf);
    all.options.top = task.references();
    const char* engine = threadsFor(control) > 1 ? "openmp" : "sequential";
    rankings = rankReferences(registry, engine, all, control).rankings;
    counts.assign(static_cast<std::size_t>(items()), 0);
    for (std::size_t q = 0; q < rankings.size(); ++q) {
      std::int32_t* const own = counts.data() + static_cast<std::int64_t>(q) * task.references();
      for (const Ranked& ranked : rankings[q]) own[ranked.reference] = ranked.count;
      rankings[q].resize(std::min<std::size_t>(rankings[q].size(), kTop));
    }
  }
};

/// Libraries prepared for a GPU, on demand: several strategies share one.
class ReadyLibraries {
 public:
  TextureOnGpu& of(TextureNumbers numbers, TexturePlace place, const TextureTask& task,
                   const OpenTextureOnGpu::Function& open, const Control& control) {
    const bool halves = numbers != TextureNumbers::fp32;
    const std::lock_guard lock(mutex_);
    std::shared_ptr<TextureOnGpu>& ready = ready_[{halves, place}];
    if (ready == nullptr) ready = open(task, numbers, place, control);
    return *ready;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<bool, TexturePlace>, std::shared_ptr<TextureOnGpu>> ready_;
};

/// The trials of one point.
class Trials {
 public:
  Trials(const Values& values, const Engines& engines, const Control& control)
      : values_(values), engines_(engines), withoutProgress_(control) {
    withoutProgress_.progress = nullptr;
    const TextureData::Sizes sizes{values.number("references"), values.number("features"),
                                   values.number("query-features"), values.number("queries")};
    shared_ = std::make_shared<TextureTrialData>(
        sizes, static_cast<std::uint64_t>(values.number("seed")), withoutProgress_);
    shared_->expect(engines.registry, withoutProgress_);
    bench_.items = static_cast<double>(shared_->items());
    bench_.operations = bench_.items * static_cast<double>(sizes.rows) *
                        static_cast<double>(sizes.queryRows) * kFeatureBytes;
    bench_.bytes = static_cast<double>(shared_->task.library.size());
    bench_.held = shared_;
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    addCounting("sequential", 1, countByLoop, peakRate(Rate::products, 1));
    if (threads > 1) addOnProcessor("openmp-loop", threads, countByLoop);
    addWithThreads("openmp-product", threads, countByProducts);
    addOpenCv(threads);
    addBest(1);
    if (threads > 1) addBest(threads);
    addGpus();
    return std::move(bench_);
  }

 private:
  using Rank = std::function<std::vector<Ranking>(const Control& control, Timeline& timeline)>;

  Trial trialOf(const std::string& strategy, int threads, double rate) const {
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    trial.floorRate = rate;
    return trial;
  }

  /// Adds a strategy that counts for all references.
  Trial& addCounting(const std::string& strategy, int threads, const TextureCount& count,
                     double rate) {
    Trial trial = trialOf(strategy, threads, rate);
    auto found = std::make_shared<std::vector<std::int32_t>>();
    trial.run = [shared = shared_, found, count, threads](Control control, Timeline& timeline) {
      if (threads > 0) control.threads = threads;
      found->assign(shared->counts.size(), -1);
      count(shared->task, *found, control, timeline);
    };
    trial.right = [shared = shared_, found] { return *found == shared->counts; };
    if (strategy.starts_with("cuda-fp16")) {  // the others are exact
      trial.differing = [shared = shared_, found] {
        std::int64_t differing = 0;
        for (std::size_t i = 0; i < found->size(); ++i) {
          differing += (*found)[i] != shared->counts[i] ? 1 : 0;
        }
        return differing;
      };
    }
    bench_.trials.push_back(std::move(trial));
    return bench_.trials.back();
  }

  void addOnProcessor(const std::string& strategy, int threads, const TextureCount& count) {
    addCounting(strategy, threads, count, peakRate(Rate::products, threads)).baseline = strategy;
  }
  void addWithThreads(const std::string& strategy, int threads, const TextureCount& count) {
    addOnProcessor(strategy, 1, count);
    if (threads > 1) addOnProcessor(strategy, threads, count);
  }

  /// OpenCV: slower than all other strategies.
  void addOpenCv(int threads) {
    const Message refusal = whyNot(engines_.own.engine(kOpenCv));
    if (refusal.empty()) {
      addOnProcessor("opencv", threads, engines_.own.get<CountByOpenCv>(kOpenCv));
      return;
    }
    Trial trial = trialOf("opencv", threads, 0);
    trial.refusal = refusal;
    bench_.trials.push_back(std::move(trial));
  }

  /// Adds a strategy that returns the best references.
  void addRanking(Trial trial, int threads, const Rank& rank) {
    auto found = std::make_shared<std::vector<Ranking>>();
    trial.run = [found, rank, threads](Control control, Timeline& timeline) {
      if (threads > 0) control.threads = threads;
      found->clear();
      *found = rank(control, timeline);
    };
    trial.right = [shared = shared_, found] { return *found == shared->rankings; };
    bench_.trials.push_back(std::move(trial));
  }

  Rank rankBy(RankReferences::Function run, bool passing) const {
    return [shared = shared_, run = std::move(run), passing](const Control& control,
                                                             Timeline& timeline) {
      RunReport report;
      const Shelf& shelf = passing ? shared->passing : shared->shelf;
      auto rankings = run(shared->rankTask(shelf), control, report);
      timeline.add(report.timeline);
      return rankings;
    };
  }

  void addBest(int threads) {
    Trial trial = trialOf("best", threads, peakRate(Rate::products, threads));
    trial.baseline = "best";
    const char* engine = threads > 1 ? "openmp" : "sequential";
    addRanking(std::move(trial), threads,
               rankBy(engines_.registry.get<RankReferences>(engine), false));
  }

  Message gpuRefusalOf() const {
    for (Message refusal :
         {engines_.gpuRefusal<OpenTextureOnGpu>(), engines_.gpuRefusal<MeasureTextureRates>(),
          engines_.gpuRefusal<RankFromHost>(),
          Engines(engines_.registry).gpuRefusal<RankReferences>()}) {
      if (!refusal.empty()) return refusal;
    }
    return {};
  }

  void addGpus() {
    const auto batch = values_.number("batch");
    const auto streams = static_cast<int>(values_.number("streams"));
    refusal_ = gpuRefusalOf();
    if (refusal_.empty()) rates_ = engines_.own.get<MeasureTextureRates>(kGpu)(withoutProgress_);
    using Numbers = TextureNumbers;
    addGpu("cuda-fp32", TexturePlace::gpu, {Numbers::fp32, 1, 1});
    addGpu("cuda-mixed", TexturePlace::gpu, {Numbers::mixed, 1, 1});
    addGpu("cuda-fp16", TexturePlace::gpu, {Numbers::fp16, 1, 1});
    addGpu("cuda-fp32-batch", TexturePlace::gpu, {Numbers::fp32, batch, 1});
    addGpu("cuda-mixed-batch", TexturePlace::gpu, {Numbers::mixed, batch, 1});
    addGpu("cuda-fp16-batch", TexturePlace::gpu, {Numbers::fp16, batch, 1});
    addGpu("cuda-fp16-no-tensor", TexturePlace::gpu, {Numbers::fp16, batch, 1, false, 0, false});
    addGpuBest<RankReferences>("cuda-best", engines_.registry, TexturePlace::gpu);
    addGpu("cuda-fp16-host", TexturePlace::ordinary, {Numbers::fp16, batch, 1});
    addGpu("cuda-fp16-pinned", TexturePlace::pinned, {Numbers::fp16, batch, streams});
    addGpu("cuda-fp16-threads", TexturePlace::pinned, {Numbers::fp16, batch, streams, true});
    addGpu("cuda-fp16-hybrid", TexturePlace::pinned,
           {Numbers::fp16, batch, streams, false, static_cast<int>(values_.number("resident"))});
    addGpuBest<RankFromHost>("cuda-best-host", engines_.own, TexturePlace::pinned);
  }

  /// Data on the host must cross the bus, as bytes at least.
  double gpuRate(TexturePlace place) const {
    if (place == TexturePlace::gpu) return rates_.products;
    return std::min(rates_.products, rates_.bytes * bench_.operations / bench_.bytes);
  }

  Trial gpuTrial(const std::string& strategy, TexturePlace place) const {
    Trial trial = trialOf(strategy, 0, gpuRate(place));
    trial.refusal = refusal_;
    trial.baseline = "cuda-fp32";
    trial.baselineThreads = 0;
    return trial;
  }

  void addGpu(const std::string& strategy, TexturePlace place, const TextureGpuRequest& request) {
    if (!refusal_.empty()) {
      bench_.trials.push_back(gpuTrial(strategy, place));
      return;
    }
    const TextureCount count = [ready = ready_, place, request,
                                open = engines_.own.get<OpenTextureOnGpu>(kGpu)](
                                   const TextureTask& task, std::span<std::int32_t> counts,
                                   const Control& control, Timeline& timeline) {
      ready->of(request.numbers, place, task, open, control)
          .count(request, counts, control, timeline);
    };
    Trial& trial = addCounting(strategy, 0, count, gpuRate(place));
    trial.baseline = "cuda-fp32";
    trial.baselineThreads = 0;
  }

  template <class Capability>
  void addGpuBest(const std::string& strategy, const Registry& of, TexturePlace place) {
    Trial trial = gpuTrial(strategy, place);
    if (!refusal_.empty()) {
      bench_.trials.push_back(std::move(trial));
      return;
    }
    addRanking(std::move(trial), 0, rankBy(of.get<Capability>(kGpu), place != TexturePlace::gpu));
  }

  const Values& values_;
  const Engines& engines_;
  Control withoutProgress_;
  std::shared_ptr<TextureTrialData> shared_;
  std::shared_ptr<ReadyLibraries> ready_ = std::make_shared<ReadyLibraries>();
  Message refusal_;  ///< of the GPU
  TextureRates rates_;
  Bench bench_;
};

void check(const Values& values) {
  const std::int64_t bytes =
      values.number("references") * values.number("features") * kFeatureBytes;
  if (bytes > kMostBytes) {
    throw Error(ErrorCode::badUse, phrase("references: {} of {} features take more than 4 GiB",
                                          values.text("references"), values.text("features")));
  }
}

class TextureSearch : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "texture-search";
    experiment.title = phrase("Which of many surfaces is this? By the two nearest features");
    experiment.about = phrase(
        "Finds, for each feature of a query, the two nearest features of every reference, and "
        "counts those whose nearest is much nearer than the second. The paper multiplies matrices "
        "with cuBLAS, in single or half precision, for one reference at a time or a batch, takes "
        "the two smallest of each column, and hides transfers behind several streams. Measured for "
        "comparison are a plain loop, float products on the processor, OpenCV's knnMatch, and "
        "Espy's own strategy: products of bytes, which are exact, without storing a matrix. The "
        "floor is the byte products alone; from host memory, the bus.");
    experiment.operation = phrase("products");
    experiment.items = phrase("references");
    experiment.parameters = {
        number("references", phrase("in the library"), 32, 1, 1 << 20,
               {"16", "64", "256", "1024", "4096", "16384", "65536"}),
        number("features", phrase("of a reference"), 384, 2, 4096,
               {"128", "256", "384", "512", "768"}),
        number("query-features", phrase("of a query"), 768, 1, 4096,
               {"128", "256", "384", "512", "768"}),
        number("queries",
               phrase("to search for; the paper searches them one after another, Espy all at once"),
               1, 1, 1024, {"1", "4", "16", "32"}),
        number("batch", phrase("references of one product on the GPU"), 64, 1, 4096,
               {"1", "4", "16", "64", "256", "1024"}),
        number("streams", phrase("of transfers and products on the GPU"), 4, 1, 16,
               doublings(1, 8)),
        number("resident", phrase("per cent of a hybrid cache in the GPU's memory"), 50, 0, 100,
               {"0", "25", "50", "75", "100"}),
        threadsParameter(phrase("threads of OpenMP")),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    check(values);
    return Trials(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    return textureConclusions(report);
  }
};

}  // namespace

std::unique_ptr<Experiment> makeTextureSearch() {
  return std::make_unique<TextureSearch>();
}

}  // namespace espy::lab
