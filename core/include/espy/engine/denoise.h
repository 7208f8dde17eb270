// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/denoise.h"
#include "espy/engine/registry.h"

#pragma GCC visibility push(default)
namespace espy {

/// Number of samples along x, y and z; depth is 1 for a picture.
struct GridSize {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 1;

  std::int64_t voxels() const { return width * height * depth; }
  /// 3 for a volume, 2 for a picture.
  int axes() const { return depth > 1 ? 3 : 2; }
  bool operator==(const GridSize&) const = default;
};

/// Most channels of a problem.
inline constexpr int kMostDenoiseChannels = 16;

/// What an engine returns.
struct DenoiseSolution {
  std::vector<float> samples;   ///< the channels' planes, one after the other
  double gap = 0;               ///< reached duality gap per voxel
  std::int64_t iterations = 0;  ///< of the engine's method
  /// If wanted: p of the scaled problem, for each channel the planes of x, y and, in volumes, z.
  std::vector<float> dual;
};

/// A problem as engines get it, checked, with samples scaled so that their range is about 1:
///
///   rof:  min over u of  sum |grad u| + 1 / (2 strength) * sum |u - f|^2
///   tvl1: min over u of  sum |grad u| + 1 / strength * sum |u - f|
///
/// with sums over voxels x, and
///
///   |grad u|(x) = sqrt(sum over channels c, axes a of weights[c] * ((u_c(x + e_a) - u_c(x)) /
///   spacing[a])^2), where a difference across the border is 0
///   |v|(x)      = sqrt(sum over channels c of weights[c] * v_c(x)^2)
///
/// With `floor` (rof), the minimum is over those u whose tensors have no eigenvalue below it.
///
/// The scaled problem v_c = sqrt(weights[c]) u_c has equal weights; its dual variable is a field p
/// of |p|(x) <= 1 over channels and axes, with div p the negative adjoint of grad.
/// rof: u = f + strength * div p, with `floor` projected (eigenvalues are raised to it), and the
/// duality gap is sum (|grad u| - <grad u, p>).
/// tvl1: the gap of u and p is
///
///   sum |grad u| + 1 / strength * sum |u - f| + sum <f, div p>
///   + sum max(0, |div p| - 1 / strength) * reach
///
/// with reach(x) = sqrt(sum over c of weights[c] * max(most_c - f_c(x), f_c(x) - least_c)^2), least
/// and most being those of the channel: some minimiser has all values between them.
struct DenoiseProblem {
  DenoiseModel model = DenoiseModel::rof;
  GridSize size;
  /// One plane of `size.voxels()` samples for each channel, x fastest, then y, then z; finite. The
  /// caller keeps them alive.
  std::vector<const float*> planes;
  std::vector<double> weights;                ///< of channels, above 0; empty: 1
  std::array<double, 3> spacing = {1, 1, 1};  ///< of samples along x, y, z; above 0
  double strength = 0;
  double gap = 1e-4;  ///< the duality gap per voxel at which to stop
  std::int64_t iterations = 10000;
  /// rof with the six channels xx, xy, yy, xz, yz, zz and weights 1, 2, 1, 2, 2, 1 of symmetric
  /// tensors.
  std::optional<double> floor = {};
  /// An earlier solution of a problem of this size and number of channels with `wantDual`, to start
  /// from: saves iterations if the problem is similar. Null: none. The caller keeps it alive.
  const DenoiseSolution* start = nullptr;
  bool wantDual = false;  ///< return `DenoiseSolution::dual`

  std::size_t channels() const { return planes.size(); }
};

/// Capability "denoising". Engines poll `control.stop`, set `RunReport::engine` and `threads`, and
/// record stages: "prepare", "iterate", "finish", or their own.
struct DenoiseSamples {
  static constexpr const char* kName = "denoising";
  using Function = std::function<DenoiseSolution(const DenoiseProblem& problem,
                                                 const Control& control, RunReport& report)>;
};

/// The objective of these samples (the channels' planes, one after the other), in double, per
/// voxel. For comparisons; `floor` is ignored.
double objectivePerVoxel(const DenoiseProblem& problem, std::span<const float> samples);

/// A field on a grid: floating-point pictures, volumes, and volumes of tensors.
struct Volume {
  GridSize size;
  int channels = 1;
  /// Whether the six channels are the components xx, xy, yy, xz, yz, zz of symmetric 3 x 3 tensors
  /// (the order of NIfTI's symmetric matrices).
  bool tensors = false;
  std::array<double, 3> spacing = {1, 1, 1};  ///< of samples along x, y, z, in any unit
  std::vector<float> samples;                 ///< the channels' planes, one after the other
};

/// Result of denoising a volume; see `Denoised`.
struct DenoisedVolume {
  Volume volume;
  double range = 0;  ///< largest minus least sample of the input, the unit of what follows
  double strength = 0;
  double noise = 0;
  double gap = 0;
  std::int64_t iterations = 0;
  RunReport report = {};
};

/// Denoises a volume. The range is its own: largest minus least sample. Distances are in units of
/// the smallest spacing along an axis of more than one sample. Off-diagonal components of tensors
/// count twice, as in the Frobenius norm of a matrix. Throws as `espy::denoise`, and `badUse` for
/// samples that are not finite, with the first one's position, for a spacing that is not above 0,
/// or one more than 1000 times another, and for `keepPositive` without tensors.
///
/// `keepPositive`: eigenvalues stay at or above 1e-5 of the range. rof: the minimum is over such
/// fields. tvl1: tensors of the input are first raised to that; the minimiser then keeps it by
/// itself, because it lies in the convex hull of the input.
DenoisedVolume denoise(const Registry& registry, Volume volume, const DenoiseOptions& options = {});
DenoisedVolume denoise(Volume volume, const DenoiseOptions& options = {});

/// `espy::denoise` with these engines.
Denoised denoise(const Registry& registry, const ImageView& picture,
                 const DenoiseOptions& options = {});

/// The noise's standard deviation in the samples' unit, see `Denoised::noise`; in volumes over all
/// slices. 0 if a slice is less than 2 samples wide or high.
double estimatedNoise(const DenoiseProblem& problem, const Control& control = {});
/// The strength that is used without one, by the noise in units of the range. rof: 0.75 noise, at
/// least 1e-6; tvl1: 0.55 + noise, at most 1.
double strengthForNoise(DenoiseModel model, double noise);

/// Adds denoising by the built-in engines.
void addDenoise(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
