// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/fast.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "base/phrase.h"
#include "denoise/coarse.h"
#include "denoise/fields.h"
#include "denoise/sweep.h"

namespace espy::variation {
namespace {

/// Reports progress by how far the gap has fallen.
class GapProgress {
 public:
  GapProgress(const Control& control, double wanted) : control_(control), wanted_(wanted) {}

  void report(double gap) {
    if (first_ == 0) first_ = gap;
    if (!control_.progress || !(gap > wanted_) || !(first_ > wanted_)) return;
    const double done = std::log(first_ / gap) / std::log(first_ / wanted_);
    most_ = std::max(most_, std::clamp(done, 0.0, 1.0));
    control_.progress(most_);
  }

 private:
  const Control& control_;
  double wanted_;
  double first_ = 0;
  double most_ = 0;
};

/// Iterates until the gap is reached.
class Solver {
 public:
  Solver(const DenoiseProblem& problem, Fields& fields, const Control& control)
      : problem_(problem),
        fields_(fields),
        progress_(control, problem.gap),
        quiet_(control),
        sweep_(fields, quiet_) {
    quiet_.progress = nullptr;
  }

  void solve(DenoiseSolution& solution) {
    constexpr std::int64_t kFirstLook = 16;
    constexpr std::int64_t kFirstLookFromStart = 4;
    std::int64_t next = kFirstLook;
    solution.gap = std::numeric_limits<double>::infinity();
    if (problem_.start != nullptr) {
      next = kFirstLookFromStart;
      solution.gap = fields_.gap(quiet_);
      progress_.report(solution.gap);
    }
    while (!(solution.gap <= problem_.gap) && done_ < problem_.iterations) {
      iterate(std::min(next, problem_.iterations));
      solution.gap = fields_.gap(quiet_);
      progress_.report(solution.gap);
      next = nextLook(solution.gap);
    }
    solution.gap = std::max(solution.gap, 0.0);  // rounding
    solution.iterations = done_;
  }

  int depth() const { return sweep_.depth(); }

 private:
  /// The iteration after which the gap is computed again, which costs about two iterations: when it
  /// should be reached. The gap falls as a power of the iterations.
  std::int64_t nextLook(double gap) {
    constexpr double kMostFactor = 2;
    constexpr double kUsualPower = 2;
    constexpr double kLeastPower = 0.8;
    constexpr double kMostPower = 3;
    const auto done = static_cast<double>(done_);
    double power = kUsualPower;
    if (lookGap_ > gap && lookDone_ > 0) {
      power = std::log(lookGap_ / gap) / std::log(done / lookDone_);
      power = std::clamp(power, kLeastPower, kMostPower);
    }
    lookGap_ = gap;
    lookDone_ = done;
    const double factor = std::clamp(std::pow(gap / problem_.gap, 1 / power), 1.0, kMostFactor);
    return std::max(done_ + 2, static_cast<std::int64_t>(std::ceil(done * factor)));
  }

  void iterate(std::int64_t end) {
    while (done_ < end) {
      const auto count =
          static_cast<std::size_t>(std::min<std::int64_t>(sweep_.depth(), end - done_));
      std::vector<Steps> steps(count, fields_.steps());
      for (Steps& one : steps) {
        ++done_;
        setStep(done_, done_ == end, one);
      }
      sweep_.run(steps);
    }
  }

  /// The numbers of iteration k, from 1. The last one before the gap is computed takes no longer
  /// step than the method's own, so that |p| <= 1.
  static void setStep(std::int64_t k, bool isLast, Steps& steps) {
    constexpr float kRelaxation = 1.75F;
    constexpr double kSlowness = 4;  // of the momentum's growth, at least 2
    steps.relaxation = isLast ? 1 : kRelaxation;
    steps.momentum =
        static_cast<float>((static_cast<double>(k) - 1) / (static_cast<double>(k) + kSlowness));
  }

  const DenoiseProblem& problem_;
  Fields& fields_;
  GapProgress progress_;
  Control quiet_;
  Sweep sweep_;
  std::int64_t done_ = 0;
  double lookGap_ = 0;  ///< when the gap was computed before
  double lookDone_ = 0;
};

DenoiseSolution solve(const DenoiseProblem& problem, const Control& control, RunReport& report) {
  DenoiseSolution solution;
  Control quiet = control;  // only iterations report progress
  quiet.progress = nullptr;
  DenoiseProblem started = problem;
  std::optional<DenoiseSolution> coarse;
  if (isWorthCoarse(problem)) {
    const StageTimer timer(report.timeline, "coarse");
    coarse = coarseStart(problem, quiet, [&](const DenoiseProblem& half) {
      RunReport unheard;
      return solve(half, quiet, unheard);
    });
    started.start = &*coarse;
  }
  std::optional<Fields> fields;
  {
    const StageTimer timer(report.timeline, "prepare");
    fields.emplace(started, quiet);
    coarse.reset();
  }
  {
    const StageTimer timer(report.timeline, "iterate");
    Solver solver(problem, *fields, control);
    solver.solve(solution);
    report.strategy =
        phrase("{} iterations, {} in one pass over memory", solution.iterations, solver.depth());
  }
  const StageTimer timer(report.timeline, "finish");
  fields->answer(quiet, problem.wantDual, solution);
  return solution;
}

}  // namespace

DenoiseSolution denoiseFast(const DenoiseProblem& problem, const Control& control,
                            RunReport& report) {
  return solve(problem, control, report);
}

}  // namespace espy::variation
