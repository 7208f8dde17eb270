// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/control.h"
#include "lab/tensor_field.h"

/// Diffusion tensor images, drawn from a seed: a phantom, its measured signals, and the tensors
/// that are estimated from them.
namespace espy::lab {

/// Tissue (isotropic, 0.8 in units of 0.001 mm^2/s), a ball of fluid (2.5), a ring and two straight
/// bundles of fibres (1.7 along them, 0.3 across). Bundles cross without mixing.
TensorField tensorPhantom(VolumeSize size);

/// Signals relative to the one without diffusion weighting, b = 1000 s/mm^2, along `directions`
/// (at least 6) evenly spread directions.
struct TensorSignals {
  VolumeSize size;
  std::vector<std::array<double, 3>> directions;
  /// [direction][voxel]; the first is the one without diffusion weighting.
  std::vector<std::vector<float>> values;
};

/// Measures a phantom with Rician noise: the magnitude of a complex signal whose parts have normal
/// noise of deviation 1 / `ratio` (of the signal without weighting).
TensorSignals measureTensors(const TensorField& truth, int directions, double ratio,
                             std::uint64_t seed, const Control& control);

/// Least squares on the logarithms of the signals, voxel by voxel. Tensors may have negative
/// eigenvalues.
TensorField estimateTensors(const TensorSignals& signals, const Control& control);

/// The start of the descent: factors of the noisy tensors, with eigenvalues of at least 0.001.
TensorField tensorFactors(const TensorField& tensors, const Control& control);

/// How far tensors are from the true ones.
struct TensorQuality {
  double rmse = 0;        ///< root of the mean squared difference of an element of the 3 x 3
  double anisotropy = 0;  ///< mean absolute error of the fractional anisotropy
  double degrees = 0;     ///< mean angle between the principal directions, in bundles of fibres
};
TensorQuality qualityOf(const TensorField& tensors, const TensorField& truth,
                        const Control& control);

}  // namespace espy::lab
