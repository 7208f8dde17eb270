// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/correlator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/cpu.h"

namespace espy::score {
namespace {

ESPY_SIMD_CLONES
double centreRow(const std::uint8_t* row, std::int64_t count, std::int32_t mean, float* to) {
  std::int64_t squares = 0;
  for (std::int64_t first = 0; first < count; first += 16384) {  // 2^14 squares fit into 30 bits
    const std::int64_t last = std::min<std::int64_t>(count, first + 16384);
    std::int32_t part = 0;
    for (std::int64_t x = first; x < last; ++x) {
      const std::int32_t off = row[x] - mean;
      part += off * off;
      to[x] = static_cast<float>(off);
    }
    squares += part;
  }
  return static_cast<double>(squares);
}

ESPY_SIMD_CLONES
double centreRow(const std::uint16_t* row, std::int64_t count, std::int32_t mean, float* to) {
  std::int64_t squares = 0;  // of 16 bits a tile has far fewer than 2^31
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - mean;
    squares += std::int64_t{off} * off;
    to[x] = static_cast<float>(off);
  }
  return static_cast<double>(squares);
}

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

/// Near enough to the mean: every seventh sample of every seventh row says.
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
Correlator<Real>::Correlator(Size tile, std::span<const find::ScoredNeedle* const> needles,
                             const Control& control, Centre centre)
    : transform_(static_cast<int>(tile.width), static_cast<int>(tile.height), control),
      channels_(needles.front()->form.channels),
      spectra_(needles.size()) {
  for (std::size_t n = 0; n < needles.size(); ++n) {
    const find::ScoredNeedle& needle = *needles[n];
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
    own.columns = static_cast<int>(tile.width - needle.size.width + 1);
  }
  if (!std::is_same_v<Real, double>) return;
  picture::ComplexTile<Real> plane;
  for (std::size_t n = 0; n < needles.size(); ++n) spectrumOf(n, plane);
}

template <class Real>
typename Correlator<Real>::Spectrum& Correlator<Real>::spectrumOf(
    std::size_t needle, picture::ComplexTile<Real>& spare) const {
  Spectrum& own = spectra_[needle];
  std::call_once(own.made, [&] { transformNeedle(own, spare); });
  return own;
}

template <class Real>
void Correlator<Real>::transformNeedle(Spectrum& own, picture::ComplexTile<Real>& plane) const {
  const find::ScoredNeedle& needle = *own.needle;
  const std::int64_t columns = transform_.columns();
  double squares = 0;
  for (int c = 0; c < channels_; ++c) {
    plane.resize(transform_.size());
    std::fill(plane.real.begin(), plane.real.end(), Real{0});
    std::fill(plane.imaginary.begin(), plane.imaginary.end(), Real{0});
    for (std::int64_t y = 0; y < needle.size.height; ++y) {
      const std::uint16_t* row = needle.row(c, y);
      for (std::int64_t x = 0; x < needle.size.width; ++x) {
        if (needle.weight(x, y) == 0) continue;
        const double off = row[x] - own.off;
        plane.real[y * columns + x] = static_cast<Real>(off);
        squares += off * off;
      }
    }
    transform_.forward(plane, own.channels[c]);
    // A power of two, so this is exact.
    const Real scale = Real{1} / static_cast<Real>(transform_.size());
    for (Real& number : own.channels[c].real) number *= scale;
    for (Real& number : own.channels[c].imaginary) number *= scale;
  }
  own.norm = std::sqrt(squares);
}

template <class Real>
template <class Sample>
void Correlator<Real>::load(std::span<const picture::TilePlanes<Sample>> tiles, Work& work) const {
  double squares = 0;
  const std::int64_t columns = transform_.columns();
  if (work.tile.real.empty()) std::swap(work.tile, work.result);
  for (std::size_t t = 0; t < 2; ++t) work.means[t] = t < tiles.size() ? meanOf(tiles[t]) : 0;
  for (int c = 0; c < channels_; ++c) {
    work.tile.resize(transform_.size());
    for (std::size_t t = 0; t < 2; ++t) {
      WorkVector<Real>& part = t == 0 ? work.tile.real : work.tile.imaginary;
      if (t >= tiles.size()) {
        std::fill(part.begin(), part.end(), Real{0});
        continue;
      }
      for (std::int64_t y = 0; y < transform_.rows(); ++y) {
        squares += centreRow(tiles[t].row(c, y), columns, static_cast<std::int32_t>(work.means[t]),
                             part.data() + y * columns);
      }
    }
    transform_.forward(work.tile, work.spectra[c]);
  }
  work.norm = std::sqrt(squares);
}

template <class Real>
double Correlator<Real>::correlate(std::size_t needle, Work& work) const {
  return correlateInto(spectrumOf(needle, work.tile), work, work.tile);
}

template <class Real>
double Correlator<Real>::correlateLast(std::size_t needle, Work& work) const {
  // Each number of a product is made of those at its own place, so it may lie where one of them is.
  const Spectrum& own = spectrumOf(needle, work.tile);
  std::swap(work.result, work.tile);
  work.tile = {};
  return correlateInto(own, work, work.spectra[0]);
}

template <class Real>
double Correlator<Real>::correlateInto(const Spectrum& own, Work& work,
                                       picture::ComplexTile<Real>& spare) const {
  picture::SpectraPair<Real> pairs[3];
  for (int c = 0; c < channels_; ++c) pairs[c] = {&work.spectra[c], &own.channels[c]};
  const double magnitudes = transform_.correlate({pairs, static_cast<std::size_t>(channels_)},
                                                 own.columns, spare, work.result);

  // Both spectra are off by the transform's error; their products add a few roundings, one more for
  // each channel, and samples less an exact mean were rounded; by Cauchy and Schwarz none of that
  // exceeds the norms' product. On the way back
  // each number is a sum of all products, through as many steps, so it errs in proportion to the
  // sum of their magnitudes. The last factor covers second order terms and the roundings of these
  // sums.
  constexpr double kUnit = std::numeric_limits<Real>::epsilon() / 2;
  const double error = transform_.relativeError();
  const double there = (2 * error + (6.0 + channels_) * kUnit) * work.norm * own.norm;
  const double back = error * magnitudes;
  return 1.01 * (there + back);
}

template class Correlator<float>;
template class Correlator<double>;
template void Correlator<float>::load(std::span<const picture::TilePlanes<std::uint8_t>> tiles,
                                      Work& work) const;
template void Correlator<float>::load(std::span<const picture::TilePlanes<std::uint16_t>> tiles,
                                      Work& work) const;
template void Correlator<double>::load(std::span<const picture::TilePlanes<std::uint8_t>> tiles,
                                       Work& work) const;
template void Correlator<double>::load(std::span<const picture::TilePlanes<std::uint16_t>> tiles,
                                       Work& work) const;

}  // namespace espy::score
