// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The strategies of sparse-network with the paper's arithmetic.
#include <algorithm>
#include <limits>

#include "lab/rates.h"
#include "lab/sparse_doubles.h"
#include "lab/sparse_gpu.h"
#include "lab/sparse_trials.h"

namespace espy::lab {
namespace {

/// Data shared by all trials of a point.
struct DoubleTrialData {
  DoubleNetwork network;
  std::vector<double> samples;
  std::vector<double> expected;
  std::vector<double> found;

  DoubleTask task() const { return {network, samples}; }
  /// Also clears the result, so that a trial cannot pass with another's.
  bool isRight() {
    const bool right = nearlyEqual(found, expected);
    std::ranges::fill(found, std::numeric_limits<double>::quiet_NaN());
    return right;
  }
};

using Run = std::function<void(const DoubleTask& task, std::span<double> outputs,
                               const Control& control, Timeline& timeline)>;

class DoubleTrials {
 public:
  DoubleTrials(const Values& values, const Engines& engines, const Control& control)
      : values_(values), engines_(engines), shared_(std::make_shared<DoubleTrialData>()) {
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    const NetworkShape shape = sparseShape(values);
    shared_->network = drawDoubles(shape.inputs, shape.neighbours, shape.layers, seed);
    shared_->samples = randomDoubles(shape.inputs * values.number("samples"), 1, seed + 2);
    const std::int64_t samples = shared_->task().count();
    shared_->expected.resize(
        static_cast<std::size_t>(shared_->network.outputs(shape.layers - 1) * samples));
    Timeline unheard;
    runDoubles(shared_->task(), DoubleLoops::sequential, shared_->expected, {1, control.stop, {}},
               unheard);
    shared_->found.resize(shared_->expected.size());
    shared_->isRight();  // clears the result

    bench_.operations =
        static_cast<double>(samples) * static_cast<double>(shared_->network.weights.size());
    bench_.bytes =
        sizeof(double) * static_cast<double>(shared_->network.weights.size() +
                                             shared_->samples.size() + shared_->expected.size());
    bench_.items = 2 * static_cast<double>(shared_->samples.size());
    bench_.held = shared_;
  }

  Bench all() {
    const auto threads = static_cast<int>(values_.number("threads"));
    addProcessor("sequential", 1, DoubleLoops::sequential);
    for (const auto& [name, loops] : {std::pair{"openmp-outer", DoubleLoops::outer},
                                      std::pair{"openmp-inner", DoubleLoops::inner}}) {
      addProcessor(name, 1, loops);
      if (threads > 1) addProcessor(name, threads, loops);
    }
    addGpu("cuda-maxthreads-sumreduc", SparseDoublesKernel::maxThreadsSumReduction);
    addGpu("cuda-maxthreads-nonsumreduc", SparseDoublesKernel::maxThreadsNoReduction);
    addGpu("cuda-rthreads", SparseDoublesKernel::rThreads);
    return std::move(bench_);
  }

 private:
  void addProcessor(const std::string& strategy, int threads, DoubleLoops loops) {
    Trial trial = sparseTrial(
        strategy, threads, shared_,
        [loops](const DoubleTask& task, std::span<double> outputs, const Control& control,
                Timeline& timeline) { runDoubles(task, loops, outputs, control, timeline); });
    if (loops != DoubleLoops::sequential) trial.baseline = strategy;
    trial.floorRate = peakRate(Rate::memory, threads) * bench_.operations / bench_.bytes;
    bench_.trials.push_back(std::move(trial));
  }

  Message refusalOf(SparseDoublesKernel kernel) const {
    Message refusal = engines_.gpuRefusal<RunSparseDoublesOnGpu>();
    return refusal.empty() ? sparseDoublesRefusal(shared_->network, kernel) : refusal;
  }

  void addGpu(const std::string& strategy, SparseDoublesKernel kernel) {
    const Message refusal = refusalOf(kernel);
    Run run;
    if (refusal.empty()) {
      run = [function = engines_.own.get<RunSparseDoublesOnGpu>(kGpu), kernel](
                const DoubleTask& task, std::span<double> outputs, const Control& control,
                Timeline& timeline) {
        function({task, kernel}, outputs, control, timeline);
      };
    }
    Trial trial = sparseTrial(strategy, 0, shared_, std::move(run));
    trial.refusal = refusal;
    trial.baseline = "cuda-rthreads";
    trial.baselineThreads = 0;
    bench_.trials.push_back(std::move(trial));
  }

  const Values& values_;
  const Engines& engines_;
  std::shared_ptr<DoubleTrialData> shared_;
  Bench bench_;
};

}  // namespace

Bench sparseDoublesBench(const Values& values, const Engines& engines, const Control& control) {
  return DoubleTrials(values, engines, control).all();
}

}  // namespace espy::lab
