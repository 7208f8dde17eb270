// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"
#include "score/needle_cut.h"

/// What a search by transforms takes: no more than 64 bytes a pixel of the scene, wherever that can
/// be done.
namespace espy::score {

/// Of needles that are transformed together.
struct TransformForm {
  int channels = 1;
  int sampleBytes = 1;
  int sumBytes = 4;          ///< of the sums over a window
  std::int64_t needles = 1;  ///< whose spectra are there at a time
  bool holes = false;        ///< so many that sums over windows are correlations, too
};

/// A tile for a search by transforms, and what the search takes.
struct TransformTile {
  Size size;       ///< what its windows see of the scene; 0 x 0 where none would do
  Size transform;  ///< its sides powers of two from 16 on, or three times one
  NeedleCut cut;
  double nanoseconds = 0;

  bool isCut() const { return cut.piece.width > 0; }
  /// Of a needle of this size.
  std::int64_t pieces(Size needle) const;
};

/// Bytes.
struct TransformMemory {
  double thread = 0;  ///< of a thread that proposes places
  double exact = 0;   ///< and over that, where it computes products in double precision
  double spectra = 0;
  double exactSpectra = 0;

  /// So many threads may do this within so many bytes; 0 where not even one may.
  int threads(double most, bool exactly) const;
};

/// For such tiles, of which there are so many, and needles of up to this size.
TransformMemory transformMemory(const TransformTile& tile, std::int64_t tiles, Size needle,
                                const TransformForm& form);

/// What a search of this scene may take for that.
double mostTransformMemory(Size scene, const TransformForm& form);

}  // namespace espy::score
