// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Reference implementation of denoising: one voxel at a time, in order, not optimised.
#include "denoise/reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "denoise/tensor.h"

namespace espy::variation {
namespace {

/// A field of the scaled problem: a number for each voxel and component.
using Field = std::vector<double>;

class Reference {
 public:
  Reference(const DenoiseProblem& problem, const Control& control)
      : problem_(problem),
        control_(control),
        size_(problem.size),
        voxels_(size_.voxels()),
        channels_(static_cast<int>(problem.channels())),
        isRof_(problem.model == DenoiseModel::rof) {
    const std::int64_t extents[3] = {size_.width, size_.height, size_.depth};
    const std::int64_t strides[3] = {1, size_.width, size_.width * size_.height};
    for (int axis = 0; axis < size_.axes(); ++axis) {
      axes_.push_back({extents[axis], strides[axis], 1 / problem.spacing.at(axis)});
      if (extents[axis] > 1) normSquared_ += 4 * axes_.back().scale * axes_.back().scale;
    }
    for (int c = 0; c < channels_; ++c) {
      scale_.push_back(problem.weights.empty() ? 1 : std::sqrt(problem.weights[index(c)]));
      for (std::int64_t i = 0; i < voxels_; ++i)
        f_.push_back(scale_.back() * problem.planes[index(c)][i]);
    }
    makeReach();
  }

  DenoiseSolution solve() {
    start();
    DenoiseSolution solution;
    solution.gap = gapOf(answer());
    while (!(solution.gap <= problem_.gap) && solution.iterations < problem_.iterations) {
      iterate();
      ++solution.iterations;
      solution.gap = gapOf(answer());
    }
    const Field u = answer();
    for (int c = 0; c < channels_; ++c) {
      for (std::int64_t i = 0; i < voxels_; ++i) {
        solution.samples.push_back(static_cast<float>(u[at(c, i)] / scale_[index(c)]));
      }
    }
    if (problem_.wantDual) solution.dual.assign(p_.begin(), p_.end());
    return solution;
  }

 private:
  struct Axis {
    std::int64_t extent;
    std::int64_t stride;
    double scale;  ///< 1 / spacing
  };

  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }
  /// Throws if a stop was requested; looks at every n-th voxel.
  void check(std::int64_t voxel) const {
    constexpr std::int64_t kLook = 1 << 14;
    if (voxel % kLook == 0) control_.check();
  }
  std::size_t at(int channel, std::int64_t voxel) const { return index(channel * voxels_ + voxel); }
  /// The dual variable of a channel and an axis.
  std::size_t at(int channel, int axis, std::int64_t voxel) const {
    return index((std::int64_t{channel} * size_.axes() + axis) * voxels_ + voxel);
  }
  bool isLast(const Axis& axis, std::int64_t voxel) const {
    return voxel / axis.stride % axis.extent == axis.extent - 1;
  }
  bool isFirst(const Axis& axis, std::int64_t voxel) const {
    return voxel / axis.stride % axis.extent == 0;
  }

  /// An upper bound of |u - f| at each voxel for some minimiser u of tvl1: its values lie between
  /// the least and the most of each channel.
  void makeReach() {
    reach_.assign(index(voxels_), 0);
    for (int c = 0; c < channels_; ++c) {
      const auto first = f_.begin() + c * voxels_;
      const auto [least, most] = std::minmax_element(first, first + voxels_);
      for (std::int64_t i = 0; i < voxels_; ++i) {
        const double far = std::fmax(*most - first[i], first[i] - *least);
        reach_[index(i)] += far * far;
      }
    }
    for (double& far : reach_) far = std::sqrt(far);
  }

  /// Step sizes with sigma * tau * |grad|^2 = 1; for one voxel any.
  void start() {
    constexpr double kTau = 0.03;  // fast for samples of range 1
    const double strength = problem_.strength;
    tau_ = isRof_ ? strength : kTau * std::fmax(1, std::sqrt(strength));
    sigma_ = 1 / (tau_ * std::fmax(normSquared_, std::numeric_limits<double>::min()));
    u_ = f_;
    p_.assign(f_.size() * index(size_.axes()), 0);
    if (problem_.start != nullptr) {
      for (int c = 0; c < channels_; ++c) {
        for (std::int64_t i = 0; i < voxels_; ++i) {
          u_[at(c, i)] = scale_[index(c)] * problem_.start->samples[at(c, i)];
        }
      }
      p_.assign(problem_.start->dual.begin(), problem_.start->dual.end());
      keepWithinUnit();
    }
    extrapolated_ = u_;
  }

  void iterate() {
    const Field slope = gradient(extrapolated_);
    for (std::size_t k = 0; k < p_.size(); ++k) p_[k] += sigma_ * slope[k];
    keepWithinUnit();
    Field next = divergence(p_);
    for (std::size_t k = 0; k < next.size(); ++k) next[k] = u_[k] + tau_ * next[k];
    approachData(next);
    double theta = 1;
    if (isRof_) {  // the data term is strongly convex with constant 1 / strength
      theta = 1 / std::sqrt(1 + 2 * tau_ / problem_.strength);
      tau_ *= theta;
      sigma_ /= theta;
    }
    for (std::size_t k = 0; k < next.size(); ++k) {
      extrapolated_[k] = next[k] + theta * (next[k] - u_[k]);
    }
    u_ = next;
  }

  /// p / max(1, |p|) at each voxel.
  void keepWithinUnit() {
    for (std::int64_t i = 0; i < voxels_; ++i) {
      check(i);
      double sum = 0;
      for (int c = 0; c < channels_; ++c) {
        for (int a = 0; a < size_.axes(); ++a) sum += p_[at(c, a, i)] * p_[at(c, a, i)];
      }
      if (sum <= 1) continue;
      const double norm = std::sqrt(sum);
      for (int c = 0; c < channels_; ++c) {
        for (int a = 0; a < size_.axes(); ++a) p_[at(c, a, i)] /= norm;
      }
    }
  }

  /// The proximal map of tau * data term.
  void approachData(Field& u) const {
    const double part = tau_ / problem_.strength;
    for (std::int64_t i = 0; i < voxels_; ++i) {
      check(i);
      double factor = 1 / (1 + part);
      if (!isRof_) {
        const double far = distance(u, i);
        factor = far > part ? 1 - part / far : 0;
      }
      for (int c = 0; c < channels_; ++c) {
        const double f = f_[at(c, i)];
        u[at(c, i)] = f + factor * (u[at(c, i)] - f);
      }
    }
    if (problem_.floor) raise(u);
  }

  /// Raises eigenvalues of all tensors to the floor.
  void raise(Field& u) const {
    for (std::int64_t i = 0; i < voxels_; ++i) {
      check(i);
      Tensor tensor{};
      for (int c = 0; c < channels_; ++c) tensor.at(index(c)) = u[at(c, i)] / scale_[index(c)];
      tensor = raisedTo(*problem_.floor, tensor);
      for (int c = 0; c < channels_; ++c) u[at(c, i)] = tensor.at(index(c)) * scale_[index(c)];
    }
  }

  /// |u - f| at a voxel.
  double distance(const Field& u, std::int64_t voxel) const {
    double sum = 0;
    for (int c = 0; c < channels_; ++c) {
      const double difference = u[at(c, voxel)] - f_[at(c, voxel)];
      sum += difference * difference;
    }
    return std::sqrt(sum);
  }

  /// Forward differences, 0 across the border.
  Field gradient(const Field& u) const {
    Field slope(p_.size(), 0);
    for (int c = 0; c < channels_; ++c) {
      for (int a = 0; a < size_.axes(); ++a) {
        const Axis& axis = axes_[index(a)];
        for (std::int64_t i = 0; i < voxels_; ++i) {
          check(i);
          if (isLast(axis, i)) continue;
          slope[at(c, a, i)] = axis.scale * (u[at(c, i + axis.stride)] - u[at(c, i)]);
        }
      }
    }
    return slope;
  }

  /// The negative adjoint of the gradient.
  Field divergence(const Field& p) const {
    Field sum(f_.size(), 0);
    for (int c = 0; c < channels_; ++c) {
      for (int a = 0; a < size_.axes(); ++a) {
        const Axis& axis = axes_[index(a)];
        for (std::int64_t i = 0; i < voxels_; ++i) {
          check(i);
          if (!isLast(axis, i)) sum[at(c, i)] += axis.scale * p[at(c, a, i)];
          if (!isFirst(axis, i)) sum[at(c, i)] -= axis.scale * p[at(c, a, i - axis.stride)];
        }
      }
    }
    return sum;
  }

  /// The solution so far: rof: that of the dual variable; tvl1: u.
  Field answer() const {
    if (!isRof_) return u_;
    Field u = divergence(p_);
    for (std::size_t k = 0; k < u.size(); ++k) u[k] = f_[k] + problem_.strength * u[k];
    if (problem_.floor) raise(u);
    return u;
  }

  /// The duality gap per voxel of u and p_ (espy/engine/denoise.h).
  double gapOf(const Field& u) const {
    const Field slope = gradient(u);
    const Field outflow = divergence(p_);
    const double limit = 1 / problem_.strength;
    double gap = 0;
    for (std::int64_t i = 0; i < voxels_; ++i) {
      check(i);
      double squared = 0;
      double along = 0;
      for (int c = 0; c < channels_; ++c) {
        for (int a = 0; a < size_.axes(); ++a) {
          squared += slope[at(c, a, i)] * slope[at(c, a, i)];
          along += slope[at(c, a, i)] * p_[at(c, a, i)];
        }
      }
      gap += std::sqrt(squared);
      if (isRof_) {
        gap -= along;
        continue;
      }
      double product = 0;
      double flow = 0;
      for (int c = 0; c < channels_; ++c) {
        product += f_[at(c, i)] * outflow[at(c, i)];
        flow += outflow[at(c, i)] * outflow[at(c, i)];
      }
      gap += limit * distance(u, i) + product;
      gap += std::fmax(0, std::sqrt(flow) - limit) * reach_[index(i)];
    }
    return gap / static_cast<double>(voxels_);
  }

  const DenoiseProblem& problem_;
  const Control& control_;
  GridSize size_;
  std::int64_t voxels_;
  int channels_;
  bool isRof_;
  std::vector<Axis> axes_;
  double normSquared_ = 0;     ///< a bound of the squared norm of the gradient operator
  std::vector<double> scale_;  ///< roots of the weights
  Field f_;
  Field reach_;
  double tau_ = 0;
  double sigma_ = 0;
  Field u_;
  Field extrapolated_;
  Field p_;
};

}  // namespace

DenoiseSolution denoiseByReference(const DenoiseProblem& problem, const Control& control,
                                   RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  const StageTimer timer(report.timeline, "iterate");
  return Reference(problem, control).solve();
}

}  // namespace espy::variation
