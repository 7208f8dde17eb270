// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"
#include "score/needle_cut.h"

/// Memory of a search by FFT: at most 64 bytes per pixel of the scene, where possible.
namespace espy::score {

/// What the memory of needles that are transformed together depends on.
struct TransformForm {
  int channels = 1;
  int sampleBytes = 1;
  int sumBytes = 4;          ///< of a window sum
  std::int64_t needles = 1;  ///< with spectra in memory at a time
  bool holes = false;        ///< window sums are correlations, too (`hasManyHoles`)
};

/// A tile for a search by FFT, and the estimated cost.
struct TransformTile {
  Size size;       ///< of the scene's part; 0 x 0 if impossible
  Size transform;  ///< sides are powers of two from 16 on, or three times one
  NeedleCut cut;
  double nanoseconds = 0;
};

/// In bytes.
struct TransformMemory {
  double thread = 0;  ///< per thread, to propose positions
  double exact = 0;   ///< in addition, to compute products in double precision
  double spectra = 0;
  double exactSpectra = 0;

  /// Number of threads that fit into `most` bytes; 0 if none does. `exactly`: with double
  /// precision.
  int threads(double most, bool exactly) const;
};

/// For `tiles` tiles and needles of up to this size.
TransformMemory transformMemory(const TransformTile& tile, std::int64_t tiles, Size needle,
                                const TransformForm& form);

/// Memory limit of a search of this scene, in bytes.
double mostTransformMemory(Size scene, const TransformForm& form);

}  // namespace espy::score
