// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Correlations by FFT: single precision proposes. If many products are wanted, double precision is
// so accurate that rounding yields the integers; large needles of 16-bit samples are split into
// bytes.
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "score/batch.h"
#include "score/correlations.h"
#include "score/costs.h"
#include "score/needle.h"
#include "score/window_rows.h"

namespace espy::score {
namespace {

/// One byte of each of a needle's 16-bit samples.
ScoredNeedle halfOf(const ScoredNeedle& needle, int shift) {
  ScoredNeedle half;
  half.size = needle.size;
  half.form = needle.form;
  half.weights = needle.weights;
  half.sums.samples = needle.sums.samples;
  half.values.reserve(needle.values.size());
  const auto pixels = static_cast<std::size_t>(needle.size.pixels());
  for (std::size_t i = 0; i < needle.values.size(); ++i) {
    half.values.push_back(static_cast<std::uint16_t>(needle.values[i] >> shift & 255));
    if (needle.weights[i % pixels] != 0) half.sums.sum += half.values.back();
  }
  return half;
}

template <class Sample>
class TransformCorrelations : public Correlations<Sample> {
 public:
  using typename Correlations<Sample>::Terms;
  using typename Correlations<Sample>::Tiles;

  explicit TransformCorrelations(const ScoreBatch& batch)
      : batch_(batch), windows_(batch.needles.size()) {}

  void take(Tiles tiles) override {
    tiles_ = tiles;
    loaded_ = exactLoaded_ = false;
    exactNeedle_ = kNone;
  }

  void correlate(std::size_t needle, Size /*places*/) override {
    if (!loaded_) batch_.correlator().load(tiles_, buffers_);
    loaded_ = true;
    needle_ = needle;
    many_ = false;
    if (isOnlyOne()) {
      error_ = batch_.correlator().correlateLast(needle, buffers_);
      loaded_ = false;
    } else {
      error_ = batch_.correlator().correlate(needle, buffers_);
    }
  }

  Terms terms(int tile) const override {
    const Correlator<float>& correlator = batch_.correlator();
    return {error_, static_cast<double>(correlator.centre(needle_)),
            static_cast<double>(correlator.rest(needle_)),
            static_cast<double>(buffers_.means[tile])};
  }

  const float* row(int tile, std::int64_t y) override {
    return buffers_.result.part(tile).data() + y * batch_.transformSize().width;
  }

  /// Is a second FFT of the tiles, in double precision, cheaper than multiplying `places` windows?
  bool expect(double places) override {
    many_ = false;
    if (batch_.exact == ExactProducts::byWindows) return true;
    const auto size = static_cast<double>(batch_.transformSize().pixels());
    // FFTs per channel: of the tile, and of pieces whose spectra are not kept.
    const auto pieces = static_cast<double>(batch_.cut.pieces(batch_.needles[needle_]->size) *
                                            (batch_.cut.kept ? 1 : 2));
    const double transforms =
        costs::kExactOperation * size * std::log2(size) * (1 + batch_.form.channels * pieces) / 2;
    many_ = places * windows().nanoseconds() > transforms;
    return !many_ || batch_.exact != ExactProducts::deferred;
  }

  std::uint64_t products(int tile, std::int64_t x, std::int64_t y, std::uint64_t sum) override {
    if (many_ && exactResult()) {
      const ScratchVector<double>& plane = exactBuffers_.result.part(tile);
      const std::int64_t at = y * batch_.transformSize().width + x;
      const std::int64_t r = std::llround(plane[at]);
      const auto all = static_cast<std::int64_t>(sum);
      if (how_ == How::whole) {
        return static_cast<std::uint64_t>(
            batch_.exactCorrelator().products<std::int64_t>(needle_, exactBuffers_, tile, r, all));
      }
      const auto high = halves_->products<std::int64_t>(
          kHigh, exactBuffers_, tile, high_[static_cast<std::size_t>(tile)][at], all);
      const auto low = halves_->products<std::int64_t>(kLow, exactBuffers_, tile, r, all);
      return static_cast<std::uint64_t>(256 * high + low);
    }
    ++multiplied_;
    return windows().sums(tiles_[static_cast<std::size_t>(tile)], x, y).products;
  }

  void release() override {
    buffers_ = {};
    exactBuffers_ = {};
    loaded_ = exactLoaded_ = false;
    exactNeedle_ = kNone;
  }

  std::uint64_t multiplied() const override { return multiplied_; }

 private:
  /// How exact products are computed.
  enum class How { windows, whole, halves };
  static constexpr std::size_t kHigh = 0;
  static constexpr std::size_t kLow = 1;
  /// Below this error rounding yields the integer.
  static constexpr double kExact = 0.49;
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  /// With a single needle the tiles' spectra may be overwritten.
  bool isOnlyOne() const { return batch_.needles.size() == 1; }

  /// Computes the tiles' correlation in double precision. False if rounding may not yield the
  /// integers.
  bool exactResult() {
    if (exactNeedle_ != needle_) {
      if (!exactLoaded_) batch_.exactCorrelator().load(tiles_, exactBuffers_);
      exactLoaded_ = true;
      exactNeedle_ = needle_;
      const bool last = sizeof(Sample) == 1 && isOnlyOne();
      const double error = last ? batch_.exactCorrelator().correlateLast(needle_, exactBuffers_)
                                : batch_.exactCorrelator().correlate(needle_, exactBuffers_);
      exactLoaded_ = !last;
      how_ = error < kExact                             ? How::whole
             : sizeof(Sample) == 2 && correlateHalves() ? How::halves
                                                        : How::windows;
    }
    return how_ != How::windows;
  }

  /// The same for each byte of the needle's samples: numbers and errors are smaller by a factor of
  /// 256.
  bool correlateHalves() {
    if (halvesNeedle_ != needle_) {
      halves_.reset();
      halfNeedles_ = {halfOf(*batch_.needles[needle_], 8), halfOf(*batch_.needles[needle_], 0)};
      const ScoredNeedle* const both[] = {&halfNeedles_[kHigh], &halfNeedles_[kLow]};
      halves_.emplace(batch_.transformSize(), both, batch_.control, Centre::whole, batch_.cut);
      halvesNeedle_ = needle_;
    }
    if (!(halves_->correlate(kHigh, exactBuffers_) < kExact)) return false;
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      const ScratchVector<double>& plane = exactBuffers_.result.part(t);
      high_[t].resize(plane.size());
      for (std::size_t i = 0; i < plane.size(); ++i) high_[t][i] = std::llround(plane[i]);
    }
    return halves_->correlate(kLow, exactBuffers_) < kExact;
  }

  const WindowRows& windows() {
    if (!windows_[needle_]) windows_[needle_].emplace(*batch_.needles[needle_]);
    return *windows_[needle_];
  }

  const ScoreBatch& batch_;
  std::vector<std::optional<WindowRows>> windows_;  ///< by needle, created on first use
  Tiles tiles_;
  std::size_t needle_ = kNone;
  bool loaded_ = false;
  Correlator<float>::Buffers buffers_;
  double error_ = 0;
  bool many_ = false;
  Correlator<double>::Buffers exactBuffers_;
  bool exactLoaded_ = false;
  std::size_t exactNeedle_ = kNone;
  How how_ = How::windows;
  std::array<ScoredNeedle, 2> halfNeedles_;
  std::optional<Correlator<double>> halves_;
  std::size_t halvesNeedle_ = kNone;
  std::array<ScratchVector<std::int64_t>, 2> high_;  ///< by tile and position
  std::uint64_t multiplied_ = 0;
};

}  // namespace

template <class Sample>
std::unique_ptr<Correlations<Sample>> makeTransformCorrelations(const ScoreBatch& batch) {
  return std::make_unique<TransformCorrelations<Sample>>(batch);
}
template std::unique_ptr<Correlations<std::uint8_t>> makeTransformCorrelations(
    const ScoreBatch& batch);
template std::unique_ptr<Correlations<std::uint16_t>> makeTransformCorrelations(
    const ScoreBatch& batch);

}  // namespace espy::score
