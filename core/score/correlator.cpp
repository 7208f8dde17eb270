// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/correlator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "picture/tile_grid.h"
#include "score/tile_loops.h"

namespace espy::score {
namespace {

template <class Sample, class Real>
double centreRow(const Sample* row, std::int64_t count, std::int32_t mean, Real* to) {
  double squares = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - mean;
    to[x] = static_cast<Real>(off);
    squares += static_cast<double>(off) * off;
  }
  return squares;
}

/// An estimate of the mean, from every seventh sample of every seventh row.
template <class Sample>
std::int64_t meanOf(const picture::TilePlanes<Sample>& tile) {
  std::int64_t sum = 0;
  std::int64_t count = 0;
  for (int c = 0; c < tile.channels(); ++c) {
    for (std::int64_t y = 0; y < tile.size().height; y += 7) {
      const Sample* row = tile.row(c, y);
      for (std::int64_t x = 0; x < tile.size().width; x += 7) sum += row[x];
      count += (tile.size().width + 6) / 7;
    }
  }
  return sum / std::max<std::int64_t>(count, 1);
}

}  // namespace

template <class Real>
Correlator<Real>::Correlator(Size transform, std::span<const ScoredNeedle* const> needles,
                             const Control& control, Centre centre, const NeedleCut& cut)
    : transform_(static_cast<int>(transform.width), static_cast<int>(transform.height), control),
      channels_(needles.front()->form.channels),
      cut_(cut),
      spectra_(needles.size()) {
  for (std::size_t n = 0; n < needles.size(); ++n) {
    const ScoredNeedle& needle = *needles[n];
    Spectrum& own = spectra_[n];
    own.needle = &needle;
    const auto sum = static_cast<std::int64_t>(needle.sums.sum);
    if (centre != Centre::none) {
      own.centre = (sum + needle.sums.samples / 2) / needle.sums.samples;
    }
    own.rest = sum - own.centre * needle.sums.samples;
    own.off = static_cast<double>(own.centre);
    if (centre == Centre::exact) {
      own.off = static_cast<double>(sum) / static_cast<double>(needle.sums.samples);
    }
    own.piece = cut.empty() ? needle.size
                            : Size{std::min(cut.piece.width, needle.size.width),
                                   std::min(cut.piece.height, needle.size.height)};
    own.places = picture::positionsIn(transform, own.piece);
  }
  if (!std::is_same_v<Real, double> || !cut_.kept) return;
  picture::ComplexTile<Real> plane;
  for (std::size_t n = 0; n < needles.size(); ++n) spectrumOf(n, plane);
}

template <class Real>
typename Correlator<Real>::Spectrum& Correlator<Real>::spectrumOf(
    std::size_t needle, picture::ComplexTile<Real>& spare) const {
  Spectrum& own = spectra_[needle];
  if (cut_.kept) std::call_once(own.made, [&] { transformNeedle(own, spare); });
  return own;
}

template <class Real>
double Correlator<Real>::transformPiece(const Spectrum& own, int channel, std::int64_t left,
                                        std::int64_t top, picture::ComplexTile<Real>& plane,
                                        picture::ComplexTile<Real>& spectrum) const {
  const ScoredNeedle& needle = *own.needle;
  const std::int64_t columns = transform_.columns();
  const std::int64_t right = std::min(left + own.piece.width, needle.size.width);
  const std::int64_t bottom = std::min(top + own.piece.height, needle.size.height);
  plane.resize(transform_.size());
  std::fill(plane.real.begin(), plane.real.end(), Real{0});
  std::fill(plane.imaginary.begin(), plane.imaginary.end(), Real{0});
  double squares = 0;
  for (std::int64_t y = top; y < bottom; ++y) {
    const std::uint16_t* row = needle.row(channel, y);
    Real* to = plane.real.data() + (y - top) * columns;
    for (std::int64_t x = left; x < right; ++x) {
      if (needle.weight(x, y) == 0) continue;
      const double off = row[x] - own.off;
      to[x - left] = static_cast<Real>(off);
      squares += off * off;
    }
  }
  transform_.forward(plane, spectrum);
  // Exact where the size is a power of two, otherwise off by two roundings.
  const Real scale = Real{1} / static_cast<Real>(transform_.size());
  for (Real& number : spectrum.real) number *= scale;
  for (Real& number : spectrum.imaginary) number *= scale;
  return squares;
}

template <class Real>
void Correlator<Real>::transformNeedle(Spectrum& own, picture::ComplexTile<Real>& plane) const {
  const auto count = static_cast<std::size_t>(own.across() * own.down() * channels_);
  own.spectra.resize(count);
  own.norms.resize(count);
  std::size_t next = 0;
  for (std::int64_t y = 0; y < own.needle->size.height; y += own.piece.height) {
    for (std::int64_t x = 0; x < own.needle->size.width; x += own.piece.width) {
      for (int c = 0; c < channels_; ++c, ++next) {
        own.norms[next] = std::sqrt(transformPiece(own, c, x, y, plane, own.spectra[next]));
      }
    }
  }
}

/// Positions outside the tile become 0.
template <class Real>
template <class Sample>
double Correlator<Real>::takeInto(std::span<const picture::TilePlanes<Sample>> tiles,
                                  const std::int64_t means[2], int channel, std::int64_t left,
                                  std::int64_t top, picture::ComplexTile<Real>& to) const {
  const std::int64_t columns = transform_.columns();
  double squares = 0;
  to.resize(transform_.size());
  for (std::size_t t = 0; t < 2; ++t) {
    ScratchVector<Real>& part = to.part(t);
    if (t >= tiles.size()) {
      std::fill(part.begin(), part.end(), Real{0});
      continue;
    }
    const Size size = tiles[t].size();
    const std::int64_t count = std::clamp<std::int64_t>(size.width - left, 0, columns);
    const std::int64_t rows = std::clamp<std::int64_t>(size.height - top, 0, transform_.rows());
    for (std::int64_t y = 0; y < rows; ++y) {
      Real* row = part.data() + y * columns;
      squares += centreRow(tiles[t].row(channel, top + y) + left, count,
                           static_cast<std::int32_t>(means[t]), row);
      std::fill(row + count, row + columns, Real{0});
    }
    std::fill(part.begin() + rows * columns, part.end(), Real{0});
  }
  return squares;
}

template <class Real>
template <class Sample>
void Correlator<Real>::load(std::span<const picture::TilePlanes<Sample>> tiles,
                            Buffers& buffers) const {
  double squares = 0;
  if (buffers.tile.real.empty()) std::swap(buffers.tile, buffers.result);
  for (std::size_t t = 0; t < 2; ++t) buffers.means[t] = t < tiles.size() ? meanOf(tiles[t]) : 0;
  if (!cut_.empty()) {
    buffers.take = [this, tiles, first = buffers.means[0], second = buffers.means[1]](
                       int channel, std::int64_t x, std::int64_t y,
                       picture::ComplexTile<Real>& to) {
      const std::int64_t means[2] = {first, second};
      return takeInto(tiles, means, channel, x, y, to);
    };
    return;
  }
  for (int c = 0; c < channels_; ++c) {
    squares += takeInto(tiles, buffers.means, c, 0, 0, buffers.tile);
    transform_.forward(buffers.tile, buffers.spectra[c]);
  }
  buffers.norm = std::sqrt(squares);
}

template <class Real>
double Correlator<Real>::correlate(std::size_t needle, Buffers& buffers) const {
  const Spectrum& own = spectrumOf(needle, buffers.tile);
  if (!cut_.empty()) return correlatePieces(own, buffers);
  return correlateInto(own, buffers, buffers.tile);
}

template <class Real>
double Correlator<Real>::correlateLast(std::size_t needle, Buffers& buffers) const {
  // The product is elementwise, so it may overwrite an operand.
  const Spectrum& own = spectrumOf(needle, buffers.tile);
  if (!cut_.empty()) return correlatePieces(own, buffers);
  std::swap(buffers.result, buffers.tile);
  buffers.tile = {};
  return correlateInto(own, buffers, buffers.spectra[0]);
}

template <class Real>
double Correlator<Real>::correlateInto(const Spectrum& own, Buffers& buffers,
                                       picture::ComplexTile<Real>& spare) const {
  picture::SpectraPair<Real> pairs[3];
  double squares = 0;
  for (int c = 0; c < channels_; ++c) {
    const auto channel = static_cast<std::size_t>(c);
    pairs[c] = {&buffers.spectra[channel], &own.spectra[channel]};
    squares += own.norms[channel] * own.norms[channel];
  }
  const double magnitudes =
      transform_.correlate({pairs, static_cast<std::size_t>(channels_)},
                           static_cast<int>(own.places.width), spare, buffers.result);
  return errorOf(buffers.norm * std::sqrt(squares), channels_, magnitudes);
}

/// `buffers.tile` holds in turn a channel of the tile under a piece, the piece if its spectrum is
/// not kept, and the result.
template <class Real>
double Correlator<Real>::correlatePieces(const Spectrum& own, Buffers& buffers) const {
  auto& [seen, sum, made] = buffers.spectra;
  if (buffers.tile.real.empty()) std::swap(buffers.tile, buffers.result);
  double norms = 0;
  std::size_t next = 0;
  for (std::int64_t y = 0; y < own.needle->size.height; y += own.piece.height) {
    for (std::int64_t x = 0; x < own.needle->size.width; x += own.piece.width) {
      for (int c = 0; c < channels_; ++c, ++next) {
        const double piece = cut_.kept
                                 ? own.norms[next]
                                 : std::sqrt(transformPiece(own, c, x, y, buffers.tile, made));
        const double squares = buffers.take(c, x, y, buffers.tile);
        transform_.forward(buffers.tile, seen);
        const picture::ComplexTile<Real>& spectrum = cut_.kept ? own.spectra[next] : made;
        transform_.addProducts({&seen, &spectrum}, next == 0, sum);
        norms += std::sqrt(squares) * piece;
      }
    }
  }
  std::swap(buffers.result, buffers.tile);
  buffers.tile = {};
  const double magnitudes =
      transform_.inverseSum(sum, static_cast<int>(own.places.width), buffers.result);
  return errorOf(norms, static_cast<double>(next), magnitudes);
}

/// Error bound of a correlation: from the norms of the factors, the number of products added, and
/// the magnitudes of their sums.
template <class Real>
double Correlator<Real>::errorOf(double norms, double products, double magnitudes) const {
  // Both spectra have the FFT's error; a product adds a few roundings, one more per product added,
  // two for a size that is no power of two, and one for samples less an exact mean. By
  // Cauchy-Schwarz, none exceeds the product of the norms. The inverse FFT sums all products in as
  // many steps, so its error is proportional to the sum of their magnitudes. The last factor covers
  // second-order terms and the rounding of these sums.
  constexpr double kUnit = std::numeric_limits<Real>::epsilon() / 2;
  const double error = transform_.relativeError();
  const double there = (2 * error + (8.0 + products) * kUnit) * norms;
  const double back = error * magnitudes;
  return 1.01 * (there + back);
}

template class Correlator<float>;
template class Correlator<double>;
template void Correlator<float>::load(std::span<const picture::TilePlanes<std::uint8_t>> tiles,
                                      Buffers& buffers) const;
template void Correlator<float>::load(std::span<const picture::TilePlanes<std::uint16_t>> tiles,
                                      Buffers& buffers) const;
template void Correlator<double>::load(std::span<const picture::TilePlanes<std::uint8_t>> tiles,
                                       Buffers& buffers) const;
template void Correlator<double>::load(std::span<const picture::TilePlanes<std::uint16_t>> tiles,
                                       Buffers& buffers) const;

}  // namespace espy::score
