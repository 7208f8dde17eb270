// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/tensor_data.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ranges>

#include "lab/curvature.h"
#include "lab/motif_dice.h"
#include "lab/tensor_eigen.h"

namespace espy::lab {
namespace {

using Tensor = std::array<float, kTensorParts>;
using Vector = std::array<double, 3>;

constexpr double kAlong = 1.7;
constexpr double kAcross = 0.3;

Tensor ball(double value) {
  const auto d = static_cast<float>(value);
  return {d, 0, d, 0, 0, d};
}

Tensor fibre(Vector to) {
  const double length = std::hypot(to[0], to[1], to[2]);
  for (double& part : to) part /= length;
  const auto element = [&](std::size_t r, std::size_t c) {
    return static_cast<float>((r == c ? kAcross : 0) + (kAlong - kAcross) * to[r] * to[c]);
  };
  return {element(0, 0), element(1, 0), element(1, 1), element(2, 0), element(2, 1), element(2, 2)};
}

/// The phantom at a position in [-1, 1]^3.
Tensor phantomAt(const Vector& at) {
  const auto [x, y, z] = at;
  const double fromAxis = std::hypot(x, y);
  if (std::hypot(fromAxis - 0.65, z) < 0.22) return fibre({-y, x, 0});
  if (std::hypot(x, z) < 0.16) return fibre({0, 1, 0});
  // Along (1, 1, 1), 0.2 to the side of it.
  const double mean = (x + y + z) / 3;
  if (std::hypot(x - mean - 0.2, y - mean + 0.2, z - mean) < 0.18) return fibre({1, 1, 1});
  if (std::hypot(x - 0.5, y - 0.1, z + 0.6) < 0.3) return ball(2.5);
  return ball(0.8);
}

/// Indices of a slice's voxels.
auto voxelsOf(int z, std::size_t slice) {
  const auto first = static_cast<std::size_t>(z) * slice;
  return std::views::iota(first, first + slice);
}

/// Half a ball's surface, by the golden angle.
std::vector<Vector> evenDirections(int count) {
  std::vector<Vector> directions;
  for (int k = 0; k < count; ++k) {
    const double z = (k + 0.5) / count;
    const double across = std::sqrt(1 - z * z);
    const double turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
    directions.push_back({across * std::cos(turn), across * std::sin(turn), z});
  }
  return directions;
}

/// g^T D g as a row of factors of the tensor's elements.
std::array<double, kTensorParts> matrixRow(const Vector& g) {
  return {g[0] * g[0], 2 * g[0] * g[1], g[1] * g[1], 2 * g[0] * g[2], 2 * g[1] * g[2], g[2] * g[2]};
}

/// The pseudo-inverse of the rows: [element][direction].
std::vector<std::vector<double>> inverseOf(const std::vector<Vector>& directions) {
  constexpr std::size_t n = kTensorParts;
  const std::size_t all = directions.size();
  // Gauss-Jordan elimination of (A^T A | A^T).
  std::vector<std::vector<double>> rows(n, std::vector<double>(n + all));
  for (std::size_t k = 0; k < all; ++k) {
    const auto row = matrixRow(directions[k]);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) rows[i][j] += row[i] * row[j];
      rows[i][n + k] = row[i];
    }
  }
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    std::size_t largest = pivot;
    for (std::size_t i = pivot; i < n; ++i) {
      if (std::abs(rows[i][pivot]) > std::abs(rows[largest][pivot])) largest = i;
    }
    std::swap(rows[pivot], rows[largest]);
    const double factor = rows[pivot][pivot];
    for (double& value : rows[pivot]) value /= factor;
    for (std::size_t i = 0; i < n; ++i) {
      const double times = rows[i][pivot];
      if (i == pivot || times == 0) continue;
      for (std::size_t j = 0; j < rows[i].size(); ++j) rows[i][j] -= times * rows[pivot][j];
    }
  }
  for (auto& row : rows) row.erase(row.begin(), row.begin() + n);
  return rows;
}

}  // namespace

TensorField tensorPhantom(VolumeSize size) {
  TensorField field(size);
  std::size_t voxel = 0;
  const auto centred = [](int at, int extent) { return (2.0 * at + 1) / extent - 1; };
  for (int z = 0; z < size.depth; ++z) {
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x, ++voxel) {
        field.set(voxel, phantomAt({centred(x, size.width), centred(y, size.height),
                                    centred(z, size.depth)}));
      }
    }
  }
  return field;
}

TensorSignals measureTensors(const TensorField& truth, int directions, double ratio,
                             std::uint64_t seed, const Control& control) {
  TensorSignals signals{truth.size, evenDirections(directions), {}};
  signals.values.assign(signals.directions.size() + 1, std::vector<float>(truth.size.voxels()));
  const std::size_t slice = truth.size.voxels() / static_cast<std::size_t>(truth.size.depth);
  forSlices(truth.size.depth, control, [&](int z) {
    MotifDice dice(seed * 1'000'003 + static_cast<std::uint64_t>(z));
    for (const std::size_t voxel : voxelsOf(z, slice)) {
      const Tensor tensor = truth.at(voxel);
      for (std::size_t k = 0; k < signals.values.size(); ++k) {
        double along = 0;
        if (k > 0) {
          const auto row = matrixRow(signals.directions[k - 1]);
          for (std::size_t i = 0; i < row.size(); ++i) along += row[i] * tensor[i];
        }
        const double real = std::exp(-along) + dice.normal() / ratio;
        const double imaginary = dice.normal() / ratio;
        signals.values[k][voxel] = static_cast<float>(std::hypot(real, imaginary));
      }
    }
  });
  return signals;
}

TensorField estimateTensors(const TensorSignals& signals, const Control& control) {
  constexpr float kLeastSignal = 1e-3F;  // the logarithm of 0 has no value
  const auto inverse = inverseOf(signals.directions);
  TensorField field(signals.size);
  const std::size_t slice = signals.size.voxels() / static_cast<std::size_t>(signals.size.depth);
  forSlices(signals.size.depth, control, [&](int z) {
    std::vector<double> attenuations(signals.directions.size());
    for (const std::size_t voxel : voxelsOf(z, slice)) {
      const float whole = std::max(signals.values[0][voxel], kLeastSignal);
      for (std::size_t k = 0; k < attenuations.size(); ++k) {
        const float value = std::max(signals.values[k + 1][voxel], kLeastSignal);
        attenuations[k] = -std::log(static_cast<double>(value) / whole);
      }
      for (std::size_t i = 0; i < kTensorParts; ++i) {
        double element = 0;
        for (std::size_t k = 0; k < attenuations.size(); ++k) {
          element += inverse[i][k] * attenuations[k];
        }
        field.parts[i][voxel] = static_cast<float>(element);
      }
    }
  });
  return field;
}

TensorField tensorFactors(const TensorField& tensors, const Control& control) {
  constexpr double kLeastEigenvalue = 1e-3;
  TensorField factors(tensors.size);
  const std::size_t slice = tensors.size.voxels() / static_cast<std::size_t>(tensors.size.depth);
  forSlices(tensors.size.depth, control, [&](int z) {
    for (const std::size_t voxel : voxelsOf(z, slice)) {
      factors.set(voxel, choleskyOf(tensors.at(voxel), kLeastEigenvalue));
    }
  });
  return factors;
}

TensorQuality qualityOf(const TensorField& tensors, const TensorField& truth,
                        const Control& control) {
  struct Sums {
    double squares = 0;
    double anisotropy = 0;
    double degrees = 0;
    double fibres = 0;
  };
  std::vector<Sums> ofSlices(static_cast<std::size_t>(truth.size.depth));
  const std::size_t slice = truth.size.voxels() / ofSlices.size();
  forSlices(truth.size.depth, control, [&](int z) {
    Sums& sums = ofSlices[static_cast<std::size_t>(z)];
    for (const std::size_t voxel : voxelsOf(z, slice)) {
      const Tensor own = tensors.at(voxel);
      const Tensor wanted = truth.at(voxel);
      for (std::size_t i = 0; i < own.size(); ++i) {
        const double weight = i == 1 || i == 3 || i == 4 ? 2 : 1;  // twice in the matrix
        sums.squares += weight * (own[i] - wanted[i]) * (own[i] - wanted[i]);
      }
      const Eigen ofOwn = eigenOf(own);
      const Eigen ofWanted = eigenOf(wanted);
      sums.anisotropy += std::abs(anisotropy(ofOwn) - anisotropy(ofWanted));
      if (ofWanted.values[0] - ofWanted.values[1] < 0.1) continue;
      double cosine = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        cosine += ofOwn.vectors[0][i] * ofWanted.vectors[0][i];
      }
      sums.degrees += std::acos(std::min(std::abs(cosine), 1.0)) * 180 / std::numbers::pi;
      sums.fibres += 1;
    }
  });
  Sums all;
  for (const Sums& sums : ofSlices) {
    all.squares += sums.squares;
    all.anisotropy += sums.anisotropy;
    all.degrees += sums.degrees;
    all.fibres += sums.fibres;
  }
  const auto voxels = static_cast<double>(truth.size.voxels());
  return {std::sqrt(all.squares / (9 * voxels)), all.anisotropy / voxels,
          all.fibres == 0 ? 0 : all.degrees / all.fibres};
}

}  // namespace espy::lab
