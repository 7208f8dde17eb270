// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>

#include "find/tile_planes.h"
#include "find/tile_transform.h"

namespace espy::find {

/// Correlates tiles with needles through their spectra, two tiles at a time: one is the real part
/// of what is transformed, the other one the imaginary part. A spectrum of tiles serves all
/// needles.
///
/// To keep the numbers small, whole numbers near the mean are taken off first: m from the tile's
/// samples I, t from the needle's samples T. What comes out is r = sum (I - m) (T - t), off by less
/// than an error that is derived with it. From it follows sum I T = r + t sum I + m sum (T - t).
template <class Real>
class Correlator {
 public:
  /// One thread's memory.
  struct Work {
    std::array<ComplexTile<Real>, 3> spectra;  ///< of the tiles' channels
    ComplexTile<Real> tile;
    ComplexTile<Real> result;  ///< r of the one tile, and of the other
    double norm = 0;           ///< the root of the sum of all (I - m)^2
    std::int64_t means[2] = {0, 0};
  };

  /// Of one form, and none larger than the tiles; they must outlive it, for each is transformed
  /// when it is first asked for: by whichever thread that is, so that they share the work. In
  /// double precision at once, because that takes room that tiles want later. What it does can be
  /// stopped by `control`, which must outlive it, too. `centred`: t is near the mean, else 0, so
  /// that the sum of I is not asked for.
  Correlator(Size tile, std::span<const ScoredNeedle* const> needles, const Control& control,
             bool centred = true);

  /// Transforms a needle now, and not when it is first asked for.
  void prepare(std::size_t needle, Work& work) const { spectrumOf(needle, work.tile); }

  /// Takes up to two tiles, which must have the correlator's size.
  template <class Sample>
  void load(std::span<const TilePlanes<Sample>> tiles, Work& work) const;

  /// Correlates the loaded tiles with a needle, and returns by how much a number may be off. Only
  /// places whose windows lie within the tile are told of.
  double correlate(std::size_t needle, Work& work) const;
  /// The same where it is the last needle for these tiles, which takes less memory: their spectra
  /// are overwritten.
  double correlateLast(std::size_t needle, Work& work) const;

  /// sum I T from r and the sum of I, for tile 0 or 1 of those loaded.
  template <class Number>
  Number products(std::size_t needle, const Work& work, int tile, Number r, Number sum) const {
    const Spectrum& own = spectra_[needle];
    return r + static_cast<Number>(own.centre) * sum +
           static_cast<Number>(work.means[tile]) * static_cast<Number>(own.rest);
  }

  std::int64_t centre(std::size_t needle) const { return spectra_[needle].centre; }  ///< t
  std::int64_t rest(std::size_t needle) const { return spectra_[needle].rest; }  ///< sum (T - t)

  /// Bytes that the spectra of a needle take.
  static std::int64_t bytesFor(Size tile, int channels) {
    return tile.pixels() * channels * 2 * static_cast<std::int64_t>(sizeof(Real));
  }

 private:
  struct Spectrum {
    const ScoredNeedle* needle = nullptr;
    std::once_flag made;  ///< what follows, and the norm
    ComplexTile<Real> channels[3];
    std::int64_t centre = 0;  ///< t
    std::int64_t rest = 0;    ///< sum (T - t)
    double norm = 0;          ///< the root of the sum of all (T - t)^2
    int columns = 0;          ///< of places whose windows lie within a tile
  };

  double correlateInto(const Spectrum& own, Work& work, ComplexTile<Real>& spare) const;
  /// Once; `spare` is written over.
  Spectrum& spectrumOf(std::size_t needle, ComplexTile<Real>& spare) const;
  void transformNeedle(Spectrum& own, ComplexTile<Real>& plane) const;

  TileTransform<Real> transform_;
  int channels_ = 1;
  mutable std::deque<Spectrum> spectra_;  ///< by needle
};

extern template class Correlator<float>;
extern template class Correlator<double>;

}  // namespace espy::find
