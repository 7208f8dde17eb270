// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "espy/control.h"
#include "espy/image.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// Removes noise by total variation: flat areas become flat, edges stay sharp.
///
///     const espy::Denoised clean = espy::denoise(noisy.image, {.strength = 0.08});
///     espy::writePicture("clean.png", clean.image);
///
/// The result is defined as the minimiser of an objective, not by a number of steps. With u the
/// result, f the picture, both scaled so that black is 0 and white is 1:
///
/// - rof: sum |grad u| + 1 / (2 strength) * sum |u - f|^2
/// - tvl1: sum |grad u| + 1 / strength * sum |u - f|
///
/// Sums are over pixels. grad takes the difference to the next pixel along each axis, 0 at the last
/// one. |.| is the root of the sum of squares over axes and colour channels, so channels share
/// their edges. Every engine returns a picture whose objective is at most `DenoiseOptions::gap` per
/// pixel above the minimum. The answers of engines may differ within that gap. One engine returns
/// the same bytes for every number of threads.
namespace espy {

/// The data term of the objective.
enum class DenoiseModel : std::uint8_t {
  rof,   ///< squared (Rudin, Osher, Fatemi): for Gaussian noise; lowers contrast a little
  tvl1,  ///< absolute: for outliers, such as salt and pepper; removes small details, keeps contrast
};

/// Options of denoising.
struct DenoiseOptions {
  DenoiseModel model = DenoiseModel::rof;
  /// More removes more; above 0, at most 1000. rof: in units of the picture's range, as `weight` of
  /// scikit-image's `denoise_tv_chambolle`. tvl1: in pixels; spots of radius below 2 `strength`
  /// vanish. Empty: from an estimate of the noise, see `Denoised::noise`.
  std::optional<double> strength = {};
  /// Accuracy: stops when the duality gap per pixel, a bound of how far the objective is above the
  /// minimum, is at most this share of the range; 1e-6..1.
  double gap = 1e-4;
  /// Stops after this many iterations even if the gap is larger, at least 1; `Denoised::gap` has
  /// the one that was reached.
  std::int64_t iterations = 10000;
  /// Fields of tensors (espy/engine/denoise.h): no eigenvalue falls below 1e-5 of the range.
  bool keepPositive = false;

  /// An engine's name, which is used or fails; "auto" chooses by estimated cost and falls back to
  /// the processor if a GPU fails.
  std::string engine = "auto";
  Control control = {};
};

/// Result of denoising.
struct Denoised {
  /// Of the picture's size and format; samples are rounded to nearest. Alpha is unchanged.
  Image image;
  double strength = 0;  ///< that was used
  /// Standard deviation of the noise in units of the range, if `strength` was empty, else 0: the
  /// median of absolute diagonal differences |f(x, y) - f(x+1, y) - f(x, y+1) + f(x+1, y+1)| / 2 of
  /// all channels, divided by 0.6745 (Donoho).
  double noise = 0;
  double gap = 0;               ///< reached duality gap per pixel, in units of the range
  std::int64_t iterations = 0;  ///< of the engine's method
  RunReport report = {};
};

/// Denoises a picture. Throws `badUse` for an option out of range and for `keepPositive`, and
/// `tooLarge` if memory does not suffice.
Denoised denoise(const ImageView& picture, const DenoiseOptions& options = {});

/// Throws what `denoise` throws for these options. An early check, before expensive work.
void check(const DenoiseOptions& options);

}  // namespace espy
#pragma GCC visibility pop
