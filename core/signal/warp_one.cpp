// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/warp_one.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::int64_t kStripLanes = 8;
constexpr std::int64_t kAroundWindow = 16;

}  // namespace

double WarpOne::runPlainly(std::span<const double> query, std::span<const double> window,
                           std::int64_t band, double limit, const Control& control) {
  const std::int64_t length = std::ssize(query);
  row_.assign(query.size() + 1, kFar);
  row_[0] = 0;
  for (std::int64_t i = 0; i < length; ++i) {
    if (i % 64 == 0) control.check();
    const std::int64_t begin = std::max<std::int64_t>(0, i - band);
    const std::int64_t end = std::min(length - 1, i + band);
    double diagonal = row_[begin];
    double left = kFar;
    double least = kFar;
    row_[begin] = kFar;
    for (std::int64_t j = begin; j <= end; ++j) {
      const double up = row_[j + 1];
      const double apart = query[i] - window[j];
      left = apart * apart + std::min(std::min(up, left), diagonal);
      row_[j + 1] = left;
      diagonal = up;
      least = std::min(least, left);
    }
    if (least > limit) return kFar;
  }
  return row_[length];
}

#if defined(ESPY_X86)

/// At step t lane l is in column t - l, in the band or at infinity. What a cell needs is what the
/// registers held one and two steps ago; the row above the strip is read from the table's row, and
/// the last one is left there.
class WarpStrip {
 public:
  ESPY_AVX512 WarpStrip(WarpOne& table, std::int64_t top) : table_(table), top_(top) {
    last_ = static_cast<int>(std::min(kStripLanes, table.length_ - top)) - 1;
    begin = std::max<std::int64_t>(0, top - table.band_);
    end = std::min(table.length_ - 1, top + last_ + table.band_) + last_ + 1;
    insideFrom_ = std::max<std::int64_t>(0, top + kStripLanes - 1 - table.band_) + kStripLanes - 1;
    insideTo_ = std::min(table.length_ - 1, top + table.band_);
    query_ = _mm512_loadu_pd(table.query_.data() + top);
    sums_ = _mm512_set1_pd(kFar);
  }

  std::int64_t begin;  ///< the first step, and the one behind the last
  std::int64_t end;

  ESPY_AVX512 __attribute__((always_inline)) void step(std::int64_t t) {
    if (t < begin || t >= end) return;
    if (t == begin) {
      ups_ = moved(table_.row_[t]);
      // Nothing but the first cell comes from beside the table.
      if (t == 0) table_.row_[0] = kFar;
    }
    const __m512d diagonals = ups_;
    ups_ = moved(table_.row_[std::min(t + 1, table_.length_)]);
    const __m512d before = least(least(diagonals, sums_), ups_);
    const __m512d apart = _mm512_sub_pd(
        query_, _mm512_loadu_pd(table_.backward_.data() + kAroundWindow + table_.length_ - 1 - t));
    __m512d sums = _mm512_add_pd(_mm512_mul_pd(apart, apart), before);
    if (t < insideFrom_ || t > insideTo_) {
      sums = _mm512_mask_mov_pd(_mm512_set1_pd(kFar), inside(t), sums);
    }
    sums_ = sums;
    const std::int64_t column = t - last_;
    if (column < 0 || column >= table_.length_ || column < top_ + last_ - table_.band_) return;
    _mm512_mask_storeu_pd(table_.row_.data() + 1 + column - last_,
                          static_cast<__mmask8>(1U << last_), sums_);
    least_ = least(least_, sums_);
  }

  /// Whether any path to the last row may still end below the limit.
  ESPY_AVX512 bool isWithin(double limit) const {
    const __mmask8 within = _mm512_cmp_pd_mask(least_, _mm512_set1_pd(limit), _CMP_LE_OQ);
    return (within >> last_ & 1) != 0;
  }

 private:
  ESPY_AVX512 __m512d moved(double above) const {
    const __m512i lanes = _mm512_castpd_si512(sums_);
    const __m512i first = _mm512_castpd_si512(_mm512_set1_pd(above));
    return _mm512_castsi512_pd(_mm512_mask_alignr_epi64(lanes, 0xff, lanes, first, 7));
  }
  static ESPY_AVX512 __m512d least(__m512d a, __m512d b) {
    return _mm512_mask_min_pd(a, 0xff, a, b);
  }
  /// The lanes that are in the table and in the band.
  __mmask8 inside(std::int64_t t) const {
    unsigned lanes = 0;
    for (std::int64_t l = 0; l < kStripLanes; ++l) {
      const std::int64_t i = top_ + l;
      const std::int64_t j = t - l;
      const bool in =
          j >= 0 && j < table_.length_ && j >= i - table_.band_ && j <= i + table_.band_;
      lanes |= in ? 1U << l : 0U;
    }
    return static_cast<__mmask8>(lanes);
  }

  WarpOne& table_;
  std::int64_t top_;
  int last_;
  std::int64_t insideFrom_;
  std::int64_t insideTo_;
  __m512d query_;
  __m512d sums_;
  __m512d ups_ = _mm512_set1_pd(kFar);
  __m512d least_ = _mm512_set1_pd(kFar);
};

namespace {

/// Two strips at once, since the steps of one wait for each other; the second so far behind that
/// what the first has stored can be loaded without waiting.
ESPY_AVX512 bool stripsWith512(WarpOne& table, std::int64_t top, bool both, double limit) {
  constexpr std::int64_t kBehind = 32;
  WarpStrip upper(table, top);
  if (!both) {
    for (std::int64_t t = upper.begin; t < upper.end; ++t) upper.step(t);
    return upper.isWithin(limit);
  }
  WarpStrip lower(table, top + kStripLanes);
  const std::int64_t end = std::max(upper.end, lower.end + kBehind);
  for (std::int64_t t = upper.begin; t < end; ++t) {
    upper.step(t);
    lower.step(t - kBehind);
  }
  return lower.isWithin(limit);
}

}  // namespace

#endif

/// The whole table, which all paths may use, in eight parts beside each other.
double WarpOne::runWhole(std::span<const double> query, std::span<const double> window,
                         double limit, const Control& control) {
  constexpr std::int64_t kLanes = TableLanes::kLanes;
  constexpr std::int64_t kRows = TableLanes::kRows;
  const std::int64_t length = std::ssize(query);
  const std::int64_t width = std::max(TableLanes::kLeastWidth, (length + kLanes - 1) / kLanes);
  const std::int64_t strips = (length + kRows - 1) / kRows;
  const std::int64_t last = (length - 1) / width;  // lane
  whole_.resize(1, width);
  for (std::int64_t j = 0; j < length; ++j) {
    whole_.setSample(0, j % width, j / width, window[j]);
  }
  // Rows above the table, so that its last is the last of a strip. They let no path through; all
  // begin beside the last of them.
  const std::int64_t padding = strips * kRows - length;
  query_.assign(static_cast<std::size_t>(padding), kFar);
  query_.insert(query_.end(), query.begin(), query.end());
  std::vector<double> least(static_cast<std::size_t>(strips), kFar);
  for (std::int64_t time = 0; time < strips + last; ++time) {
    control.check();
    whole_.handOver();
    for (auto& row : whole_.left) row[0] = kFar;
    if (time < kLanes) beginLane(time);
    if (time == 0) (padding > 0 ? whole_.left[padding - 1][0] : whole_.corner[0]) = 0;
    for (std::int64_t l = 0; l < kLanes; ++l) {
      const std::int64_t strip = std::clamp<std::int64_t>(time - l, 0, strips - 1);
      for (std::int64_t k = 0; k < kRows; ++k) whole_.query(0, k)[l] = query_[strip * kRows + k];
    }
    whole_.go();
    for (std::int64_t l = std::max<std::int64_t>(0, time - strips + 1); l <= std::min(last, time);
         ++l) {
      least[time - l] = std::min(least[time - l], whole_.least[l]);
    }
    if (time >= last && least[time - last] > limit) return kFar;
  }
  return whole_.row((length - 1) % width, last);
}

/// Nothing lies above a lane's part.
void WarpOne::beginLane(std::int64_t lane) {
  for (std::int64_t j = 0; j < whole_.width(); ++j) whole_.row(j, lane) = kFar;
  whole_.corner[lane] = kFar;
}

double WarpOne::run(std::span<const double> query, std::span<const double> window,
                    std::int64_t band, double limit, const Control& control) {
  constexpr std::int64_t kManyColumns = 128;
  if (band >= std::ssize(query) - 1 && std::ssize(query) >= kManyColumns) {
    return runWhole(query, window, limit, control);
  }
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx512)) {
    length_ = std::ssize(query);
    band_ = band;
    const std::int64_t strips = (length_ + kStripLanes - 1) / kStripLanes;
    query_.assign(query.begin(), query.end());
    query_.resize(static_cast<std::size_t>(strips * kStripLanes), 0);
    backward_.assign(window.size() + 2 * kAroundWindow, 0);
    std::copy(window.rbegin(), window.rend(), backward_.begin() + kAroundWindow);
    row_.assign(query.size() + 1 + kStripLanes, kFar);
    row_[0] = 0;
    for (std::int64_t strip = 0; strip < strips; strip += 2) {
      control.check();
      if (!stripsWith512(*this, strip * kStripLanes, strip + 1 < strips, limit)) return kFar;
    }
    return row_[length_];
  }
#endif
  return runPlainly(query, window, band, limit, control);
}

}  // namespace espy::signal
