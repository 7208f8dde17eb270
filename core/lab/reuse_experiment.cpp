// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment memory-reuse: parameters and strategies.
#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/rates.h"
#include "lab/reuse_task.h"

namespace espy::lab {
namespace {

ReuseKernel kernelOf(const std::string& name) {
  if (name == "segmentation") return ReuseKernel::segmentation;
  return name == "registration" ? ReuseKernel::registration : ReuseKernel::denoising;
}

/// Data shared by all trials of a point.
class ReuseWork {
 public:
  explicit ReuseWork(const Values& values)
      : task(drawReuse(kernelOf(values.text("kernel")), static_cast<int>(values.number("size")),
                       static_cast<int>(values.number("iterations")),
                       static_cast<std::uint64_t>(values.number("seed")))) {}

  /// Computed on all threads by the first caller.
  const std::vector<float>& expected() {
    const std::lock_guard lock(mutex_);
    if (expected_.empty()) {
      Timeline unheard;
      expected_ = runReuse(task, {}, unheard);
    }
    return expected_;
  }
  /// Whether values differ by at most a hundredth of what the iterations change, both root mean
  /// squares.
  bool isNear(const std::vector<float>& found) {
    const std::vector<float>& wanted = expected();
    if (found.size() != wanted.size()) return false;
    double difference = 0;
    double change = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      difference += (found[i] - wanted[i]) * (found[i] - wanted[i]);
      change += (wanted[i] - task.start[i]) * (wanted[i] - task.start[i]);
    }
    return difference <= 1e-4 * change;
  }

  const ReuseTask task;

 private:
  std::mutex mutex_;
  std::vector<float> expected_;
};

/// The trials of one point.
class ReuseTrials {
 public:
  ReuseTrials(const Values& values, const Engines& engines)
      : values_(values), engines_(engines), work_(std::make_shared<ReuseWork>(values)) {
    const auto numbers = static_cast<double>(work_->task.start.size());
    bench_.operations = static_cast<double>(work_->task.size.voxels()) * work_->task.iterations;
    const double pictures = static_cast<double>(work_->task.pictures.size());
    bench_.bytes = sizeof(float) * (2 * numbers + pictures) * work_->task.iterations;
    bench_.held = work_;
  }

  Bench all() {
    add("sequential", 1);
    add("threads", static_cast<int>(values_.number("threads")));
    addGpu("cuda-separate", ReuseLayout::separate);
    addGpu("cuda-coloured", ReuseLayout::coloured);
    addGpu("cuda-planned", ReuseLayout::planned);
    return std::move(bench_);
  }

 private:
  void add(const std::string& strategy, int threads) {
    const auto found = std::make_shared<std::vector<float>>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    trial.run = [work = work_, found, threads](Control control, Timeline& timeline) {
      control.threads = threads;
      *found = runReuse(work->task, control, timeline);
    };
    trial.right = [work = work_, found] { return *found == work->expected(); };
    trial.floorRate = peakRate(Rate::memory, threads) * bench_.operations / bench_.bytes;
    bench_.trials.push_back(std::move(trial));
  }

  void addGpu(const std::string& strategy, ReuseLayout layout) {
    const auto found = std::make_shared<ReuseRun>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = 0;
    trial.refusal = engines_.gpuRefusal<RunReuseOnGpu>();
    trial.baseline = "cuda-separate";
    trial.baselineThreads = 0;
    if (trial.refusal.empty()) {
      trial.run = [work = work_, found, layout, run = engines_.own.get<RunReuseOnGpu>(kGpu)](
                      const Control& control, Timeline& timeline) {
        *found = run(work->task, layout, control, timeline);
      };
    }
    trial.right = [work = work_, found] { return work->isNear(found->values); };
    trial.figures = [found]() -> std::vector<LabFigure> {
      constexpr double kThreadsThen = 768;  // of a multiprocessor of the Quadro FX 5600
      return {{"shared-bytes", static_cast<double>(found->sharedBytes), 0},
              {"barriers", static_cast<double>(found->barriers), 0},
              {"blocks", static_cast<double>(found->blocks), 0},
              {"blocks-fx-5600", static_cast<double>(found->blocksThen), 0},
              {"occupancy-fx-5600", found->blocksThen * found->threads / kThreadsThen, 0}};
    };
    bench_.trials.push_back(std::move(trial));
  }

  const Values& values_;
  const Engines& engines_;
  std::shared_ptr<ReuseWork> work_;
  Bench bench_;
};

class MemoryReuse : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "memory-reuse";
    experiment.title = phrase("Arrays in a GPU's shared memory that share addresses");
    experiment.about = phrase(
        "Three kernels with several arrays in shared memory, after the dissertation on many-core "
        "processors: curvature of a volume (denoising), curvature of a level set (segmentation), "
        "and displacements with biharmonic smoothing (registration). The arrays have addresses of "
        "their own (cuda-separate), or share partitions by a colouring of those that live together "
        "(cuda-coloured), or are laid out by Espy's planner (cuda-planned). Figures: bytes of a "
        "block, barriers of an iteration, and blocks that fit on a multiprocessor, here and on the "
        "dissertation's GPU.");
    experiment.operation = phrase("voxel steps");
    experiment.parameters = {
        choice("kernel", phrase("what is computed"), {"denoising", "segmentation", "registration"}),
        number("size", phrase("voxels along each edge"), 64, 8, 4096, {"16", "32", "64", "128"}),
        number("iterations", phrase("of the kernel in a run"), 100, 1, 1'000'000,
               {"10", "100", "1000"}),
        threadsParameter(phrase("threads on the processor")), seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& /*control*/) const override {
    constexpr std::int64_t kMostOfVolume = 512;
    if (values.text("kernel") == "denoising" && values.number("size") > kMostOfVolume) {
      throw Error(ErrorCode::badUse, phrase("size: a volume has an edge of at most {}, not {}",
                                            kMostOfVolume, values.text("size")));
    }
    return ReuseTrials(values, engines).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    constexpr const char* kGrowing[] = {"sequential", "threads", "cuda-separate", "cuda-coloured",
                                        "cuda-planned"};
    Message sentence = growth(report, kGrowing);
    if (sentence.empty()) return {};
    return {std::move(sentence)};
  }
};

}  // namespace

std::unique_ptr<Experiment> makeMemoryReuse() {
  return std::make_unique<MemoryReuse>();
}

}  // namespace espy::lab
