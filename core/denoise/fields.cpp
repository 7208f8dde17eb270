// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/fields.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "denoise/choose.h"

namespace espy::variation {
namespace {

/// tvl1: the primal step for samples of range 1; found by experiments (docs/denoise.md). The
/// stronger the filter, the farther values must move.
double tauOfTvL1(double strength) {
  constexpr double kTau = 0.015;
  constexpr double kPower = 0.6;
  return kTau * std::pow(std::max(1.0, strength), kPower);
}

FieldLayout layoutOf(const DenoiseProblem& problem) {
  FieldLayout layout;
  layout.model = problem.model;
  layout.channels = static_cast<int>(problem.channels());
  layout.axes = problem.size.axes();
  layout.width = problem.size.width;
  layout.pitch = (layout.width + kPadding - 1) / kPadding * kPadding + kPadding;
  return layout;
}

Steps stepsOf(const DenoiseProblem& problem) {
  Steps steps;
  const GridSize size = problem.size;
  const std::int64_t extents[3] = {size.width, size.height, size.depth};
  double normSquared = 0;  // a bound of the gradient operator's
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double scale = 1 / problem.spacing[axis];
    if (extents[axis] > 1) normSquared += 4 * scale * scale;
    steps.scale[axis] = static_cast<float>(scale);
    steps.isUnit = steps.isUnit && (extents[axis] < 2 || scale == 1);
  }
  if (normSquared == 0) normSquared = 1;
  double sigma = 1 / normSquared;
  if (problem.model == DenoiseModel::tvl1) {
    const double tau = tauOfTvL1(problem.strength);
    sigma /= tau;
    steps.tau = static_cast<float>(tau);
    steps.threshold = static_cast<float>(tau / problem.strength);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    steps.sigma[axis] = static_cast<float>(sigma / problem.spacing[axis]);
  }
  if (problem.floor) {
    steps.hasFloor = true;
    steps.floor = static_cast<float>(*problem.floor / problem.strength);
    for (std::size_t c = 0; c < steps.roots.size(); ++c) {
      steps.roots[c] = static_cast<float>(std::sqrt(problem.weights[c]));
    }
  }
  return steps;
}

/// Slabs of a task, so that threads get several.
std::int64_t slabsOfTask(std::int64_t slabs, int threads) {
  constexpr int kTasksOfThread = 4;
  return std::max<std::int64_t>(1, slabs / (std::int64_t{threads} * kTasksOfThread));
}

}  // namespace

Fields::Fields(const DenoiseProblem& problem, const Control& control)
    : problem_(problem),
      layout_(layoutOf(problem)),
      slabs_(layout_.axes == 3 ? problem.size.depth : problem.size.height),
      slabRows_(layout_.axes == 3 ? problem.size.height : 1),
      steps_(stepsOf(problem)),
      // A row of zeros, the rows, and padding for the last row.
      memory_(static_cast<std::size_t>((slabs_ * slabRows_ + 1) * layout_.rowFloats() + kPadding),
              needsFile(problem.size, problem.channels())) {
  for (int c = 0; c < layout_.channels; ++c) {
    const auto at = static_cast<std::size_t>(c);
    roots_.push_back(
        static_cast<float>(problem.weights.empty() ? 1 : std::sqrt(problem.weights[at])));
  }
  const std::int64_t rows = slabs_ * slabRows_;
  zeros_ = memory_.data() + kPadding;
  first_ = zeros_ + layout_.rowFloats();
  std::fill_n(memory_.data(), layout_.rowFloats() + kPadding, 0.0F);
  parallelFor(rows, control.threads, control,
              [&](std::int64_t row, int) { fillRow(row / slabRows_, row % slabRows_); });
  if (!layout_.isRof()) findRange(control);
}

void Fields::fillRow(std::int64_t slab, std::int64_t row) {
  float* to = this->row(slab, row);
  std::fill_n(to, layout_.rowFloats(), 0.0F);
  const std::int64_t at = (slab * slabRows_ + row) * layout_.width;
  const std::int64_t voxels = problem_.size.voxels();
  const DenoiseSolution* start = problem_.start;
  for (int c = 0; c < layout_.channels; ++c) {
    const auto channel = static_cast<std::size_t>(c);
    const float root = roots_[channel];
    const float scale =
        layout_.isRof() ? static_cast<float>(double{root} / problem_.strength) : root;
    const float* from = problem_.planes[channel] + at;
    float* data = to + c * layout_.pitch;
    for (std::int64_t x = 0; x < layout_.width; ++x) data[x] = scale * from[x];
    if (!layout_.isRof()) {
      const float* before = start != nullptr ? start->samples.data() + c * voxels + at : from;
      float* u = to + (layout_.primal() + c) * layout_.pitch;
      for (std::int64_t x = 0; x < layout_.width; ++x) u[x] = root * before[x];
    }
  }
  if (start == nullptr) return;
  for (int k = 0; k < layout_.channels * layout_.axes; ++k) {
    const float* from = start->dual.data() + k * voxels + at;
    std::copy_n(from, layout_.width, to + (layout_.dual() + k) * layout_.pitch);
    if (layout_.isRof()) {
      std::copy_n(from, layout_.width, to + (layout_.momentum() + k) * layout_.pitch);
    }
  }
}

void Fields::findRange(const Control& control) {
  for (int c = 0; c < layout_.channels; ++c) {
    float least = row(0, 0)[c * layout_.pitch];
    float most = least;
    for (std::int64_t i = 0; i < slabs_ * slabRows_; ++i) {
      control.check();
      const float* data = row(i / slabRows_, i % slabRows_) + c * layout_.pitch;
      const auto [low, high] = std::minmax_element(data, data + layout_.width);
      least = std::min(least, *low);
      most = std::max(most, *high);
    }
    least_.push_back(least);
    most_.push_back(most);
  }
}

void Fields::makeAnswer(std::int64_t slab, float* v) {
  for (std::int64_t j = 0; j < slabRows_; ++j) {
    RowStep step;
    step.made = row(slab, j);
    step.before = row(slab - 1, slab > 0 ? j : -1);
    step.above = row(slab, j - 1);
    step.next = v + j * layout_.potentialFloats();
    answerRow(layout_, steps_, step);
  }
}

double Fields::gap(const Control& control) {
  const std::int64_t each = slabsOfTask(slabs_, control.threads);
  std::vector<double> sums(static_cast<std::size_t>(slabs_ * slabRows_));
  parallelFor((slabs_ + each - 1) / each, control.threads, control, [&](std::int64_t task, int) {
    Potentials now(layout_, slabRows_);
    Potentials next(layout_, slabRows_);
    ScratchVector<float> terms(static_cast<std::size_t>(layout_.pitch));
    const std::int64_t end = std::min(slabs_, (task + 1) * each);
    makeAnswer(task * each, now.row(0));
    for (std::int64_t slab = task * each; slab < end; ++slab) {
      control.check();
      const bool isLast = slab + 1 == slabs_;
      if (!isLast) makeAnswer(slab + 1, next.row(0));
      for (std::int64_t j = 0; j < slabRows_; ++j) {
        GapRow gap;
        gap.row = row(slab, j);
        gap.before = row(slab - 1, slab > 0 ? j : -1);
        gap.above = row(slab, j - 1);
        gap.now = now.row(j);
        gap.next = isLast ? now.row(j) : next.row(j);
        gap.below = now.row(std::min(j + 1, slabRows_ - 1));
        gap.limit = static_cast<float>(1 / problem_.strength);
        gap.least = least_.data();
        gap.most = most_.data();
        gap.terms = terms.data();
        sums[static_cast<std::size_t>(slab * slabRows_ + j)] = gapOfRow(layout_, steps_, gap);
      }
      std::swap(now, next);
    }
  });
  const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
  const double unit = layout_.isRof() ? problem_.strength : 1;
  return unit * sum / static_cast<double>(problem_.size.voxels());
}

void Fields::writeRow(std::int64_t slab, std::int64_t row, const float* v, bool wantDual,
                      DenoiseSolution& solution) const {
  const std::int64_t voxels = problem_.size.voxels();
  const std::int64_t at = (slab * slabRows_ + row) * layout_.width;
  for (int c = 0; c < layout_.channels; ++c) {
    const double root = roots_[static_cast<std::size_t>(c)];
    const auto scale = static_cast<float>((layout_.isRof() ? problem_.strength : 1) / root);
    float* to = solution.samples.data() + c * voxels + at;
    for (std::int64_t x = 0; x < layout_.width; ++x) to[x] = scale * v[c * layout_.pitch + x];
  }
  if (!wantDual) return;
  const float* from = first_ + (slab * slabRows_ + row) * layout_.rowFloats();
  for (int k = 0; k < layout_.channels * layout_.axes; ++k) {
    std::copy_n(from + (layout_.dual() + k) * layout_.pitch, layout_.width,
                solution.dual.data() + k * voxels + at);
  }
}

void Fields::answer(const Control& control, bool wantDual, DenoiseSolution& solution) {
  const auto samples = static_cast<std::size_t>(problem_.size.voxels() * layout_.channels);
  solution.samples.resize(samples);
  if (wantDual) solution.dual.resize(samples * static_cast<std::size_t>(layout_.axes));
  parallelFor(slabs_, control.threads, control, [&](std::int64_t slab, int) {
    Potentials v(layout_, slabRows_);
    makeAnswer(slab, v.row(0));
    for (std::int64_t j = 0; j < slabRows_; ++j) writeRow(slab, j, v.row(j), wantDual, solution);
  });
}

}  // namespace espy::variation
