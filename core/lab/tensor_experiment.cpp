// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Experiment tensor-descent: parameters and strategies.
#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/engine/denoise.h"
#include "espy/error.h"
#include "lab/conclusions.h"
#include "lab/experiment.h"
#include "lab/parameters.h"
#include "lab/rates.h"
#include "lab/tensor_data.h"
#include "lab/tensor_descent.h"

namespace espy::lab {
namespace {

constexpr double kThousandths = 1e-3;

/// Data shared by all trials of a point.
class TensorWork {
 public:
  TensorWork(const Values& values, const Control& control)
      : side(values.text("block") == "8" ? 8 : 16), quiet_(control) {
    quiet_.progress = nullptr;
    const auto extent = static_cast<int>(values.number("size"));
    truth = tensorPhantom({extent, extent, extent});
    signals = measureTensors(truth, static_cast<int>(values.number("directions")),
                             static_cast<double>(values.number("ratio")),
                             static_cast<std::uint64_t>(values.number("seed")), quiet_);
    noisy = estimateTensors(signals, quiet_);
    factors = tensorFactors(noisy, quiet_);
    rules.iterations = static_cast<int>(values.number("iterations"));
    rules.step = {static_cast<float>(kThousandths * static_cast<double>(values.number("lambda"))),
                  static_cast<float>(kThousandths * static_cast<double>(values.number("step"))),
                  values.text("fidelity") == "first"};
    rules.printedIndices = values.text("indices") == "printed";
  }

  DescentTask task(DescentVersion version) const {
    return {noisy, factors, regionsOf(version, side, noisy.size, rules)};
  }

  /// Computed on all threads by the first caller.
  const TensorField& expected(DescentVersion version) {
    const std::lock_guard lock(mutex_);
    const auto [at, isNew] = expected_.try_emplace(version);
    if (isNew) {
      Timeline unheard;
      at->second = descendTensors(task(version), {}, unheard);
    }
    return at->second;
  }

  /// Whether `found` differs from what the processor computes by at most `share` of what the
  /// method changes, or twice what factors changed in the last bit make: descents in small regions
  /// do not settle, so rounding grows with each step.
  bool isNear(const TensorField& found, DescentVersion version, double share) {
    const TensorField& wanted = expected(version);
    if (found.size != wanted.size) return false;
    const double apart = shareApart(found, wanted);
    if (apart <= share) return true;
    return apart <= 2 * shareApart(descendFromRounded(version), wanted);  // false if not a number
  }

  std::vector<LabFigure> figuresOf(const TensorField& found) const {
    const TensorQuality quality = qualityOf(found, truth, quiet_);
    return {{"rmse", quality.rmse, 0},
            {"anisotropy-error", quality.anisotropy, 0},
            {"degrees", quality.degrees, 0}};
  }

  int side;
  TensorField truth;
  TensorSignals signals;
  TensorField noisy;
  TensorField factors;
  DescentRules rules;

 private:
  /// Root mean square of the difference, as a share of that of what the method changes.
  double shareApart(const TensorField& found, const TensorField& wanted) const {
    double difference = 0;
    double change = 0;
    for (std::size_t k = 0; k < kTensorParts; ++k) {
      for (std::size_t i = 0; i < wanted.parts[k].size(); ++i) {
        const double off = found.parts[k][i] - wanted.parts[k][i];
        const double moved = wanted.parts[k][i] - noisy.parts[k][i];
        difference += off * off;
        change += moved * moved;
      }
    }
    return difference == 0 ? 0 : std::sqrt(difference / change);
  }

  TensorField descendFromRounded(DescentVersion version) const {
    TensorField rounded = factors;
    for (std::vector<float>& part : rounded.parts) {
      for (float& value : part) value = std::nextafter(value, 2 * value);
    }
    Timeline unheard;
    return descendTensors({noisy, rounded, task(version).rules}, {}, unheard);
  }

  Control quiet_;
  std::mutex mutex_;
  std::map<DescentVersion, TensorField> expected_;
};

/// Espy's denoising of the same tensors: another objective, whose minimum is proven.
struct EspysTensors {
  TensorField tensors;
  bool isWithinGap = false;
};
EspysTensors denoiseTensors(const Registry& registry, const TensorField& noisy, const char* engine,
                            const Control& control, Timeline& timeline) {
  const VolumeSize size = noisy.size;
  Volume volume;
  volume.size = {size.width, size.height, size.depth};
  volume.channels = kTensorParts;
  volume.tensors = true;
  for (const std::vector<float>& part : noisy.parts) {
    volume.samples.insert(volume.samples.end(), part.begin(), part.end());
  }
  DenoiseOptions options;
  options.keepPositive = true;
  options.engine = engine;
  options.control = control;
  DenoisedVolume found = denoise(registry, std::move(volume), options);
  timeline.add(found.report.timeline);
  EspysTensors made{TensorField(size), found.gap <= options.gap};
  auto from = found.volume.samples.begin();
  for (std::vector<float>& part : made.tensors.parts) {
    std::copy_n(from, part.size(), part.begin());
    from += std::ssize(part);
  }
  return made;
}

/// The trials of one point.
class TensorTrials {
 public:
  TensorTrials(const Values& values, const Engines& engines, const Control& control)
      : values_(values), engines_(engines), work_(std::make_shared<TensorWork>(values, control)) {
    constexpr double kBytesOfStep = 3 * kTensorParts * sizeof(float);  // L twice, and the data
    bench_.operations = static_cast<double>(work_->noisy.size.voxels()) * work_->rules.iterations;
    bench_.bytes = kBytesOfStep * bench_.operations;
    bench_.held = work_;
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    addEstimate(threads);
    add("sequential", 1, DescentVersion::globalSync);
    add("threads", threads, DescentVersion::globalSync);
    add("threads-thread-sync", threads, DescentVersion::threadSync);
    add("threads-unsync", threads, DescentVersion::unSync);
    addEspys("best", "threads", threads);
    addGpu("cuda-global-sync", DescentVersion::globalSync);
    addGpu("cuda-thread-sync", DescentVersion::threadSync);
    addGpu("cuda-unsync", DescentVersion::unSync);
    addEspys("cuda-best", kGpu, 0);
    return std::move(bench_);
  }

 private:
  using Run = std::function<TensorField(const Control& control, Timeline& timeline)>;

  Trial& addTrial(const std::string& strategy, int threads, const Run& run) {
    const auto found = std::make_shared<TensorField>();
    Trial trial;
    trial.strategy = strategy;
    trial.threads = threads;
    trial.run = [run, found, threads](Control control, Timeline& timeline) {
      control.threads = threads;
      *found = run(control, timeline);
    };
    trial.right = [found] { return found->size.voxels() > 1; };
    trial.figures = [found, work = work_] { return work->figuresOf(*found); };
    found_ = found;
    bench_.trials.push_back(std::move(trial));
    return bench_.trials.back();
  }

  /// The noisy tensors, for comparison.
  void addEstimate(int threads) {
    Trial& trial =
        addTrial("estimate", threads, [work = work_](const Control& control, Timeline& timeline) {
          const StageTimer timer(timeline, "estimate");
          return estimateTensors(work->signals, control);
        });
    trial.right = [found = found_, work = work_] { return found->parts == work->noisy.parts; };
  }

  void add(const std::string& strategy, int threads, DescentVersion version) {
    Trial& trial = addTrial(strategy, threads,
                            [work = work_, version](const Control& control, Timeline& timeline) {
                              return descendTensors(work->task(version), control, timeline);
                            });
    trial.right = [found = found_, work = work_, version] {
      return found->parts == work->expected(version).parts;
    };
    trial.floorRate = peakRate(Rate::memory, threads) * bench_.operations / bench_.bytes;
    if (strategy != "sequential") trial.baseline = strategy;
  }

  /// `engine`: of Espy.
  void addEspys(const std::string& strategy, const char* engine, int threads) {
    const auto isWithinGap = std::make_shared<bool>(false);
    Message refusal = threads > 0 ? Message() : engines_.registry.refusal<DenoiseSamples>(engine);
    Trial& trial = addTrial(strategy, threads,
                            [work = work_, isWithinGap, engine, &registry = engines_.registry](
                                const Control& control, Timeline& timeline) {
                              EspysTensors found =
                                  denoiseTensors(registry, work->noisy, engine, control, timeline);
                              *isWithinGap = found.isWithinGap;
                              return std::move(found.tensors);
                            });
    trial.refusal = std::move(refusal);
    trial.right = [isWithinGap] { return *isWithinGap; };
  }

  void addGpu(const std::string& strategy, DescentVersion version) {
    Message refusal = engines_.gpuRefusal<DescendOnGpu>();
    if (refusal.empty() && work_->rules.printedIndices) {
      refusal = phrase("the kernels have the consistent indices only");
    }
    Run run;
    if (refusal.empty()) {
      run = [work = work_, version, descend = engines_.own.get<DescendOnGpu>(kGpu)](
                const Control& control, Timeline& timeline) {
        return descend(work->task(version), version, work->side, control, timeline);
      };
    }
    Trial& trial = addTrial(strategy, 0, run);
    trial.refusal = refusal;
    // Sums are added in another order, products and sums are fused.
    constexpr double kMostDifference = 0.01;
    trial.right = [found = found_, work = work_, version] {
      return work->isNear(*found, version, kMostDifference);
    };
  }

  const Values& values_;
  const Engines& engines_;
  std::shared_ptr<TensorWork> work_;
  std::shared_ptr<TensorField> found_;  ///< result of the trial added last
  Bench bench_;
};

class TensorDescent : public Experiment {
 public:
  LabExperiment description() const override {
    LabExperiment experiment;
    experiment.name = "tensor-descent";
    experiment.title = phrase("Total variation of diffusion tensors, by steepest descent");
    experiment.about = phrase(
        "Removes noise from diffusion tensors D = L L^T by steepest descent on L, as the "
        "dissertation on many-core processors does: five kernels a step (GlobalSync), or one whose "
        "blocks (ThreadSync) or threads (UnSync) smooth regions of their own. The same regions are "
        "also computed on threads of the processor. A phantom of fibres is measured with Rician "
        "noise; "
        "estimate is the tensors before, best Espy's own denoising. Figures: root mean square "
        "error, error of the fractional "
        "anisotropy, and angle between the directions of fibres in degrees.");
    experiment.operation = phrase("voxel steps");
    experiment.parameters = {
        number("size", phrase("voxels along each edge of the volume"), 32, 4, 256,
               {"16", "32", "64", "128"}),
        number("iterations", phrase("steps of the descent"), 100, 1, 100'000,
               {"25", "50", "100", "200", "400"}),
        choice("block", phrase("edge of a thread block: 8 or 16"), {"8", "16"}),
        number("lambda", phrase("weight of the data, in thousandths"), 2000, 0, 1'000'000,
               {"200", "500", "1000", "2000", "4000"}),
        number("step", phrase("dt, in thousandths"), 2, 1, 1000, {"1", "2", "5", "10", "20"}),
        choice("indices",
               phrase("of differences and means: so that they belong together, or as "
                      "printed"),
               {"consistent", "printed"}),
        choice("fidelity",
               phrase("what 2 lambda multiplies: all products, or as printed the first"),
               {"all", "first"}),
        number("directions", phrase("in which diffusion is measured"), 12, 6, 256,
               {"6", "12", "32", "64"}),
        number("ratio", phrase("signal-to-noise ratio without diffusion weighting"), 20, 1, 1000,
               {"5", "10", "20", "40"}),
        threadsParameter(phrase("threads on the processor")),
        seedParameter()};
    return experiment;
  }

  Bench prepare(const Values& values, const Engines& engines,
                const Control& control) const override {
    return TensorTrials(values, engines, control).all();
  }

  std::vector<Message> conclusions(const LabReport& report) const override {
    constexpr const char* kGrowing[] = {"sequential",       "threads",          "best",
                                        "cuda-global-sync", "cuda-thread-sync", "cuda-unsync"};
    Message sentence = growth(report, kGrowing);
    if (sentence.empty()) return {};
    return {std::move(sentence)};
  }
};

}  // namespace

std::unique_ptr<Experiment> makeTensorDescent() {
  return std::make_unique<TensorDescent>();
}

}  // namespace espy::lab
