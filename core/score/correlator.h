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

/// What is subtracted from a needle's samples T before correlation: nothing; an integer t near
/// their mean, so that products follow from r; or the mean itself, so that r does not depend on a
/// window's brightness.
enum class Centre : std::uint8_t { none, whole, exact };

/// Correlates tiles with needles by FFT, two tiles at a time: one is the real part of the input,
/// the other the imaginary part. The tiles' spectra are shared by all needles.
///
/// To keep numbers small, integers near the mean are subtracted first: m from the tile's samples I,
/// t from the needle's samples T. The result is r = sum (I - m) (T - t), with a derived error
/// bound; sum I T = r + t sum I + m sum (T - t).
///
/// A needle that nearly fills an FFT's tile, or does not fit, is cut into pieces: each is
/// correlated with the part of the tile that it covers, and the products are added before the
/// inverse FFT. Then a tile is larger than its FFTs.
template <class Real>
class Correlator {
 public:
  /// One thread's scratch buffers.
  struct Buffers {
    std::array<picture::ComplexTile<Real>, 3> spectra;  ///< of the tiles' channels
    picture::ComplexTile<Real> tile;
    picture::ComplexTile<Real> result;  ///< r of tile 0, and of tile 1
    double norm = 0;                    ///< sqrt(sum (I - m)^2) over all samples
    std::int64_t means[2] = {0, 0};
    /// For needles in pieces: writes what an FFT covers from (x, y) of the tiles on, of a channel;
    /// returns the sum of all (I - m)^2.
    std::function<double(int channel, std::int64_t x, std::int64_t y,
                         picture::ComplexTile<Real>& to)>
        take;
  };

  /// The needles have one format, are not larger than the tiles, and must outlive this object, like
  /// `control`, by which it can be cancelled. In single precision a needle is transformed on first
  /// use, by the thread that needs it; in double precision at once, because the tiles need the
  /// memory later.
  Correlator(Size transform, std::span<const ScoredNeedle* const> needles, const Control& control,
             Centre centre = Centre::whole, const NeedleCut& cut = {});

  /// Size of the FFT; the width is also the pitch of a result row.
  Size size() const { return {transform_.columns(), transform_.rows()}; }
  /// Size of the result: the positions whose windows are inside a tile.
  Size placesOf(std::size_t needle) const { return spectra_[needle].places; }

  /// Transforms a needle ahead of its first use.
  void prepare(std::size_t needle, Buffers& buffers) const { spectrumOf(needle, buffers.tile); }

  /// Loads up to two tiles. They may be smaller than the FFT if needles are whole, and must stay
  /// valid if needles are in pieces.
  template <class Sample>
  void load(std::span<const picture::TilePlanes<Sample>> tiles, Buffers& buffers) const;

  /// Correlates the loaded tiles with a needle; returns the error bound of r. Valid for the
  /// positions of `placesOf` only.
  double correlate(std::size_t needle, Buffers& buffers) const;
  /// The same for the last needle of these tiles; needs less memory, because it overwrites their
  /// spectra.
  double correlateLast(std::size_t needle, Buffers& buffers) const;

  /// sum I T from r and the sum of I, of loaded tile 0 or 1; not with `Centre::exact`.
  template <class Number>
  Number products(std::size_t needle, const Buffers& buffers, int tile, Number r,
                  Number sum) const {
    const Spectrum& own = spectra_[needle];
    return r + static_cast<Number>(own.centre) * sum +
           static_cast<Number>(buffers.means[tile]) * static_cast<Number>(own.rest);
  }

  std::int64_t centre(std::size_t needle) const { return spectra_[needle].centre; }  ///< t
  std::int64_t rest(std::size_t needle) const { return spectra_[needle].rest; }  ///< sum (T - t)

  /// Bytes of the spectra of a needle.
  static std::int64_t bytesFor(Size tile, int channels) {
    return tile.pixels() * channels * 2 * static_cast<std::int64_t>(sizeof(Real));
  }

 private:
  struct Spectrum {
    const ScoredNeedle* needle = nullptr;
    std::once_flag made;                              ///< the spectra and their norms
    std::vector<picture::ComplexTile<Real>> spectra;  ///< of its pieces, channel by channel
    std::vector<double> norms;                        ///< sqrt(sum (T - t)^2)
    std::int64_t centre = 0;                          ///< t
    std::int64_t rest = 0;                            ///< sum (T - t)
    double off = 0;                                   ///< what is subtracted from T: t or the mean
    Size piece;
    Size places;  ///< whose windows are inside a tile
    std::int64_t across() const { return (needle->size.width + piece.width - 1) / piece.width; }
    std::int64_t down() const { return (needle->size.height + piece.height - 1) / piece.height; }
  };

  double correlateInto(const Spectrum& own, Buffers& buffers,
                       picture::ComplexTile<Real>& spare) const;
  /// Computed once; overwrites `spare`.
  Spectrum& spectrumOf(std::size_t needle, picture::ComplexTile<Real>& spare) const;
  double correlatePieces(const Spectrum& own, Buffers& buffers) const;
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
