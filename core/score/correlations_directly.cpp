// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Direct correlation in integers, sample by sample; exact products follow from it.
#include <limits>

#include "score/batch.h"
#include "score/correlations.h"
#include "score/direct_rows.h"
#include "score/needle.h"

namespace espy::score {
namespace {

/// m of all tiles: the middle of the sample range.
constexpr std::int32_t kMean = 128;

/// Tiles are loaded one at a time; r = D - m sum (T - t).
class DirectCorrelations : public Correlations<std::uint8_t> {
 public:
  explicit DirectCorrelations(const ScoreBatch& batch) {
    for (const ScoredNeedle* needle : batch.needles) rows_.emplace_back(*needle);
  }

  void take(Tiles tiles) override { tile_ = tiles.data(); }

  void correlate(std::size_t needle, Size places) override {
    needle_ = needle;
    pitch_ = DirectRows::pitchFor(places.width);
    exact_.resize(static_cast<std::size_t>(pitch_ * places.height));
    row_.resize(static_cast<std::size_t>(pitch_));
    rows_[needle].correlate(*tile_, places, exact_.data());
  }

  /// r is an integer rounded once to float, exactly if it fits into 24 bits.
  Terms terms(int /*tile*/) const override {
    constexpr std::int64_t kBits = std::numeric_limits<float>::digits;
    const DirectRows& rows = rows_[needle_];
    // |I - m| is at most 128.
    const std::int64_t most = 128 * rows.magnitudes();
    const std::int64_t exact = std::int64_t{1} << kBits;
    return {most <= exact ? 0 : static_cast<double>(most) / static_cast<double>(exact),
            static_cast<double>(rows.centre()), static_cast<double>(rows.rest()), kMean};
  }

  const float* row(int /*tile*/, std::int64_t y) override {
    // Fits into 32 bits, as D does.
    const auto less = static_cast<std::int32_t>(kMean * rows_[needle_].rest());
    rowLoops().lessToFloats(exact_.data() + y * pitch_, pitch_, less, row_.data());
    return row_.data();
  }

  bool expect(double /*places*/) override { return true; }

  std::uint64_t products(int /*tile*/, std::int64_t x, std::int64_t y, std::uint64_t sum) override {
    return static_cast<std::uint64_t>(exact_[y * pitch_ + x] +
                                      rows_[needle_].centre() * static_cast<std::int64_t>(sum));
  }

 private:
  std::vector<DirectRows> rows_;  ///< by needle
  const picture::TilePlanes<std::uint8_t>* tile_ = nullptr;
  std::size_t needle_ = 0;
  std::int64_t pitch_ = 0;
  ScratchVector<std::int32_t> exact_;  ///< D of the tile's positions
  ScratchVector<float> row_;
};

}  // namespace

std::unique_ptr<Correlations<std::uint8_t>> makeDirectCorrelations(const ScoreBatch& batch) {
  return std::make_unique<DirectCorrelations>(batch);
}

}  // namespace espy::score
