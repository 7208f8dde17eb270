// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "picture/planes.h"
#include "picture/tile_transform.h"
#include "score/needle.h"
#include "score/needle_cut.h"

namespace espy::score {

/// What is taken off a needle's samples T before they are correlated: nothing, a whole number t
/// near their mean, so that products follow from r, or their mean itself, so that r does not depend
/// on how bright a window is.
enum class Centre : std::uint8_t { none, whole, exact };

/// Correlates tiles with needles through their spectra, two tiles at a time: one is the real part
/// of what is transformed, the other one the imaginary part. A spectrum of tiles serves all
/// needles.
///
/// To keep the numbers small, whole numbers near the mean are taken off first: m from the tile's
/// samples I, t from the needle's samples T. What comes out is r = sum (I - m) (T - t), off by less
/// than an error that is derived with it. From it follows sum I T = r + t sum I + m sum (T - t).
///
/// A needle that would fill a transform's tile nearly by itself, or does not fit into one, is cut
/// into pieces: each is correlated with what it sees of the tile, and their products are added up
/// before they go the way back. Then a tile is larger than its transforms.
template <class Real>
class Correlator {
 public:
  /// One thread's memory.
  struct Work {
    std::array<picture::ComplexTile<Real>, 3> spectra;  ///< of the tiles' channels
    picture::ComplexTile<Real> tile;
    picture::ComplexTile<Real> result;  ///< r of the one tile, and of the other
    double norm = 0;                    ///< the root of the sum of all (I - m)^2
    std::int64_t means[2] = {0, 0};
    /// For needles in pieces: takes what a transform sees from (x, y) of the tiles on, of a
    /// channel, and returns the sum of all (I - m)^2.
    std::function<double(int channel, std::int64_t x, std::int64_t y,
                         picture::ComplexTile<Real>& to)>
        take;
  };

  /// Of one form, and none larger than the tiles; they must outlive it, for each is transformed
  /// when it is first asked for: by whichever thread that is, so that they share the work. In
  /// double precision at once, because that takes room that tiles want later. What it does can be
  /// stopped by `control`, which must outlive it, too.
  Correlator(Size transform, std::span<const ScoredNeedle* const> needles, const Control& control,
             Centre centre = Centre::whole, const NeedleCut& cut = {});

  /// Of its transforms: so many numbers has a row of what comes out.
  Size size() const { return {transform_.columns(), transform_.rows()}; }
  /// So many places of a tile are told of.
  Size placesOf(std::size_t needle) const { return spectra_[needle].places; }

  /// Transforms a needle now, and not when it is first asked for.
  void prepare(std::size_t needle, Work& work) const { spectrumOf(needle, work.tile); }

  /// Takes up to two tiles, which may be smaller than its transforms where needles are whole, and
  /// which must stay where they are in pieces.
  template <class Sample>
  void load(std::span<const picture::TilePlanes<Sample>> tiles, Work& work) const;

  /// Correlates the loaded tiles with a needle, and returns by how much a number may be off. Only
  /// places whose windows lie within the tile are told of.
  double correlate(std::size_t needle, Work& work) const;
  /// The same where it is the last needle for these tiles, which takes less memory: their spectra
  /// are overwritten.
  double correlateLast(std::size_t needle, Work& work) const;

  /// sum I T from r and the sum of I, for tile 0 or 1 of those loaded; not with the exact mean.
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
    std::once_flag made;                              ///< the spectra and their norms
    std::vector<picture::ComplexTile<Real>> spectra;  ///< of its pieces, channel by channel
    std::vector<double> norms;                        ///< the roots of the sums of all (T - t)^2
    std::int64_t centre = 0;                          ///< t
    std::int64_t rest = 0;                            ///< sum (T - t)
    double off = 0;                                   ///< what is taken off T: t or the mean
    Size piece;
    Size places;  ///< whose windows lie within a tile
    std::int64_t across() const { return (needle->size.width + piece.width - 1) / piece.width; }
    std::int64_t down() const { return (needle->size.height + piece.height - 1) / piece.height; }
  };

  double correlateInto(const Spectrum& own, Work& work, picture::ComplexTile<Real>& spare) const;
  /// Once; `spare` is written over.
  Spectrum& spectrumOf(std::size_t needle, picture::ComplexTile<Real>& spare) const;
  double correlatePieces(const Spectrum& own, Work& work) const;
  /// Of one piece and channel; returns the sum of all (T - t)^2.
  double transformPiece(const Spectrum& own, int channel, std::int64_t x, std::int64_t y,
                        picture::ComplexTile<Real>& plane,
                        picture::ComplexTile<Real>& spectrum) const;
  void transformNeedle(Spectrum& own, picture::ComplexTile<Real>& plane) const;
  template <class Sample>
  double takeInto(std::span<const picture::TilePlanes<Sample>> tiles, const std::int64_t means[2],
                  int channel, std::int64_t x, std::int64_t y,
                  picture::ComplexTile<Real>& to) const;
  double errorOf(double norms, double products, double magnitudes) const;

  picture::TileTransform<Real> transform_;
  int channels_ = 1;
  NeedleCut cut_;
  mutable std::deque<Spectrum> spectra_;  ///< by needle
};

extern template class Correlator<float>;
extern template class Correlator<double>;

}  // namespace espy::score
