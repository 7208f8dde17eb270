// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "espy/engine/denoise.h"

#pragma GCC visibility push(default)
namespace espy {

/// Denoises one picture again and again with other options, as a slider does: each call starts from
/// the solution before. At a lower resolution it is a preview.
///
///     espy::PictureDenoiser coarse(registry, picture, 250'000);
///     espy::Denoised soon = coarse.denoise({.strength = 0.1, .gap = 1e-3, .engine = "threads"});
///
/// Not thread-safe. Calls throw as `espy::denoise`; a call that throws leaves the last solution.
class PictureDenoiser {
 public:
  /// Takes the averages of squares of the smallest side that leaves at most `mostPixels` of them;
  /// 0: the picture's own pixels. The caller keeps registry and, for `mostPixels` 0, the picture
  /// alive.
  PictureDenoiser(const Registry& registry, const ImageView& picture, std::int64_t mostPixels = 0,
                  const Control& control = {});
  ~PictureDenoiser();
  PictureDenoiser(const PictureDenoiser&) = delete;
  PictureDenoiser& operator=(const PictureDenoiser&) = delete;

  /// Pixels of the picture along a side of one of the result.
  int reduction() const;
  /// Estimate for the picture itself, see `Denoised::noise`.
  double noise() const;

  /// Denoises with the strength in units of the picture itself; empty: from `noise()`. The result
  /// is a picture of the reduced size. `options.engine` must be a name, not "auto".
  Denoised denoise(const DenoiseOptions& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace espy
#pragma GCC visibility pop
