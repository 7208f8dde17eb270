// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment chain-blocks: parameters and strategies.
#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/contour.h"
#include "espy/error.h"
#include "lab/chain_task.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"

namespace espy::lab {
namespace {

constexpr const char* kEspysEngine = "threads";

IntervalTable<float> espysTable(const Registry& registry, const char* engine, const ChainTask& task,
                                std::int64_t size, const Control& control) {
  IntervalTask<float> same;
  same.first.assign(task.first.begin(), task.first.begin() + (size - 1));
  if (!task.factors.empty()) {
    same.factors.assign(task.factors.begin(), task.factors.begin() + size);
  }
  return intervalCosts(registry, engine, same, control);
}

/// Data shared by all trials of a point.
class ChainWork {
 public:
  ChainWork(const Values& values, const Registry& registry)
      : size(values.number("size")),
        block(values.number("block")),
        registry_(registry),
        data_(values.text("data") == "initial" ? ChainData::initial : ChainData::chain),
        seed_(static_cast<std::uint64_t>(values.number("seed"))) {}

  const ChainTask& task(ChainOrder order) {
    const bool isDivided = order != ChainOrder::iterative;
    const std::lock_guard lock(mutex_);
    ChainTask& task = tasks_[isDivided ? 1 : 0];
    if (task.points == 0) task = drawChain(data_, size, block, isDivided, seed_);
    return task;
  }

  /// Whether a table of `points` points has the costs that Espy's engine computes.
  bool isRight(const std::vector<float>& table, std::int64_t points) {
    const ChainTask& own = task(ChainOrder::iterative);
    const std::lock_guard lock(mutex_);
    if (expected_ == nullptr) {
      expected_ = std::make_unique<IntervalTable<float>>(
          espysTable(registry_, kEspysEngine, own, size, {}));
    }
    if (table.size() != static_cast<std::size_t>(points * points)) return false;
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t j = i + 1; j < size; ++j) {
        if (table[static_cast<std::size_t>(i * points + j)] != expected_->at(i, j)) return false;
      }
    }
    return true;
  }

  const std::int64_t size;
  const std::int64_t block;

 private:
  const Registry& registry_;
  ChainData data_;
  std::uint64_t seed_;
  std::mutex mutex_;
  ChainTask tasks_[2];
  std::unique_ptr<IntervalTable<float>> expected_;
};

/// The trials of one point: a whole table.
class ChainTrials {
 public:
  ChainTrials(const Values& values, const Engines& engines)
      : engines_(engines),
        work_(std::make_shared<ChainWork>(values, engines.registry)),
        threads_(static_cast<int>(values.number("threads"))) {
    const auto n = static_cast<double>(work_->size - 1);
    bench_.operations = 2 * (n * n * n - n) / 6;  // an addition and a minimum
    bench_.held = work_;
  }

  Bench all() {
    using enum ChainOrder;
    addRun("sequential", 1, "", [work = work_](const Control& control, Timeline& timeline) {
      return chainPlainly(work->task(iterative), control, timeline);
    });
    add("iterative", 1, iterative);
    add("threads-iterative", threads_, iterative);
    add("threads-divided", threads_, divided);
    add("threads-divided-once", threads_, dividedOnce);
    addEspys("best", kEspysEngine, threads_);
    addGpu("cuda-merged", {iterative, true, false});
    addGpu("cuda-iterative", {iterative, false, false});
    addGpu("cuda-each-block", {iterative, false, true});
    addGpu("cuda-divided", {divided, false, true});
    addGpu("cuda-divided-once", {dividedOnce, false, true});
    addEspys("cuda-best", kGpu, 0);
    return std::move(bench_);
  }

 private:
  using Run = std::function<ChainRun(const Control& control, Timeline& timeline)>;

  Trial& addRun(const std::string& strategy, int threads, const std::string& baseline,
                const Run& run) {
    const auto found = std::make_shared<ChainRun>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    trial.baseline = baseline;
    trial.baselineThreads = threads;
    trial.run = [found, run, threads](Control control, Timeline& timeline) {
      control.threads = threads;
      *found = run(control, timeline);
    };
    trial.right = [found, work = work_] {
      const auto points = static_cast<std::int64_t>(
          std::llround(std::sqrt(static_cast<double>(found->table.size()))));
      return points >= work->size && work->isRight(found->table, points);
    };
    trial.figures = [found]() -> std::vector<LabFigure> {
      return {{"triangular-calls", static_cast<double>(found->triangular), 0},
              {"rectangular-calls", static_cast<double>(found->rectangular), 0}};
    };
    bench_.trials.push_back(std::move(trial));
    return bench_.trials.back();
  }

  void add(const std::string& strategy, int threads, ChainOrder order) {
    addRun(strategy, threads, threads > 1 ? "threads-divided" : "",
           [work = work_, order](const Control& control, Timeline& timeline) {
             return chainInBlocks(work->task(order), order, control, timeline);
           });
  }

  void addGpu(const std::string& strategy, const ChainKernels& kernels) {
    Message refusal = engines_.gpuRefusal<ChainOnGpu>();
    if (kernels.merged && work_->block > kMostMerged) {
      refusal =
          phrase("blocks that are merged in shared memory have at most {} points", kMostMerged);
    }
    Run run;
    if (refusal.empty()) {
      run = [work = work_, kernels, onGpu = engines_.own.get<ChainOnGpu>(kGpu)](
                const Control& control, Timeline& timeline) {
        return onGpu(work->task(kernels.order), kernels, control, timeline);
      };
    }
    addRun(strategy, 0, "cuda-divided", run).refusal = refusal;
  }

  /// Espy's engine, which computes tiles of its own.
  void addEspys(const std::string& strategy, const char* engine, int threads) {
    const auto found = std::make_shared<std::unique_ptr<IntervalTable<float>>>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    if (threads == 0) {
      trial.refusal = whyNot(engines_.registry.engine(engine));
      if (trial.refusal.empty()) {
        trial.refusal = engines_.registry.refusal<FillIntervals<float>>(engine);
      }
    }
    trial.run = [found, work = work_, engine, threads, &registry = engines_.registry](
                    Control control, Timeline& timeline) {
      control.threads = threads;
      const StageTimer timer(timeline, "table");
      *found = std::make_unique<IntervalTable<float>>(
          espysTable(registry, engine, work->task(ChainOrder::iterative), work->size, control));
    };
    trial.right = [found, work = work_] {
      std::vector<float> table(static_cast<std::size_t>(work->size * work->size));
      for (std::int64_t i = 0; i < work->size; ++i) {
        for (std::int64_t j = i + 1; j < work->size; ++j) {
          table[static_cast<std::size_t>(i * work->size + j)] = (*found)->at(i, j);
        }
      }
      return work->isRight(table, work->size);
    };
    bench_.trials.push_back(std::move(trial));
  }

  const Engines& engines_;
  std::shared_ptr<ChainWork> work_;
  int threads_;
  Bench bench_;
};

/// The trials of one point: the product of two matrices.
Bench productTrials(const Values& values, const Engines& engines) {
  const std::int64_t size = values.number("size");
  Bench bench;
  bench.operations = 2 * std::pow(static_cast<double>(size), 3);
  const auto add = [&](const std::string& strategy, int threads, bool isSum) {
    const auto task = std::make_shared<ChainProduct>(
        drawProduct(size, isSum, static_cast<std::uint64_t>(values.number("seed"))));
    const auto found = std::make_shared<std::vector<float>>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    if (threads == 0) trial.refusal = engines.gpuRefusal<ChainProductOnGpu>();
    if (trial.refusal.empty()) {
      ChainProductOnGpu::Function product = productOf;
      if (threads == 0) product = engines.own.get<ChainProductOnGpu>(kGpu);
      trial.run = [=](Control control, Timeline& timeline) {
        control.threads = threads;
        *found = product(*task, control, timeline);
      };
    }
    trial.right = [=] {
      Timeline unheard;
      const std::vector<float> expected = productOf(*task, {}, unheard);
      // Sums may be added with fused operations, of up to 2 x 2 x size.
      const double most = isSum ? 1e-6 * static_cast<double>(size) * std::sqrt(size) : 0;
      return std::ranges::equal(*found, expected,
                                [&](float a, float b) { return std::abs(a - b) <= most; });
    };
    bench.trials.push_back(std::move(trial));
  };
  const auto threads = static_cast<int>(values.number("threads"));
  add("sequential", 1, false);
  add("threads-rectangular", threads, false);
  add("threads-multiplication", threads, true);
  add("cuda-rectangular", 0, false);
  add("cuda-multiplication", 0, true);
  return bench;
}

class ChainBlocksExperiment : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "chain-blocks";
    experiment.title = phrase("Interval dynamic programming in blocks");
    experiment.about = phrase(
        "The cheapest division of each interval, as in the best order of multiplying a chain of "
        "matrices, after the dissertation on many-core processors: the table is computed in "
        "blocks, of which a rectangular kernel adds what blocks between contribute, and a "
        "triangular one completes what depends on the block itself. Blocks are computed by "
        "diagonals (iterative) or by divide and conquer, as printed (divided) or each block once "
        "(divided-once). With part=product only two matrices are multiplied, by the rectangular "
        "kernel and by the usual sum of products. Figures: calls of both kernels.");
    experiment.operation = phrase("additions and minima");
    experiment.parameters = {
        choice("part", phrase("what is computed: a table, or one product of matrices"),
               {"table", "product"}),
        number("size", phrase("points of the table; rows of the matrices"), 1024, 16, 8192,
               {"256", "512", "1024", "2048", "4096"}),
        LabParameter{"block",
                     phrase("side of a block"),
                     "64",
                     {"16", "32", "64", "128", "256", "512"},
                     0,
                     0,
                     {}},
        choice("data",
               phrase("costs: of neighbours only, or of a chain of matrices, which takes two more "
                      "multiplications and an addition"),
               {"initial", "matrix-chain"}),
        threadsParameter(phrase("threads on the processor")),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& /*control*/) const override {
    if (values.text("part") == "product") return productTrials(values, engines);
    return ChainTrials(values, engines).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    constexpr const char* kGrowing[] = {"sequential", "threads-iterative", "threads-divided",
                                        "best",       "cuda-iterative",    "cuda-divided",
                                        "cuda-best"};
    Message sentence = growth(report, kGrowing);
    if (sentence.empty()) return {};
    return {std::move(sentence)};
  }
};

}  // namespace

std::unique_ptr<Experiment> makeChainBlocks() {
  return std::make_unique<ChainBlocksExperiment>();
}

}  // namespace espy::lab
