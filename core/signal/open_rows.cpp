// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/open_rows.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();
constexpr std::int64_t kStripRows = OpenRows::kTogether;

/// A cell, and which of two is better.
struct OpenCell {
  double sum;
  std::int64_t start;

  void takeBetter(double otherSum, std::int64_t otherStart) {
    if (otherSum < sum || (otherSum == sum && otherStart > start)) {
      sum = otherSum;
      start = otherStart;
    }
  }
};

}  // namespace

void OpenColumns::resize(std::int64_t channels, std::int64_t columns) {
  columns_ = columns;
  backward_.resize(static_cast<std::size_t>(channels));
  for (auto& row : backward_) row.assign(static_cast<std::size_t>(columns + 2 * kAround), 0);
}

OpenRows::OpenRows(const std::vector<std::span<const double>>& query, bool first)
    : rows_(std::ssize(query.front())), first_(first) {
  const auto padded = static_cast<std::size_t>((rows_ + kTogether - 1) / kTogether * kTogether);
  for (const std::span<const double> channel : query) {
    query_.emplace_back(channel.begin(), channel.end());
    query_.back().resize(padded, 0);
  }
  sums_.assign(padded, kNowhere);
  starts_.assign(padded, -1);
}

void OpenRows::takeUp(std::span<const double> sums) {
  std::copy(sums.begin(), sums.end(), sums_.begin());
  std::fill(starts_.begin(), starts_.end(), -1);
}

void OpenRows::goPlainly(const OpenColumns& columns, OpenRow& above, OpenRow& below,
                         const Control& control) {
  *below.sumAt(-1) = sums_[rows_ - 1];
  *below.startAt(-1) = starts_[rows_ - 1];
  for (std::int64_t j = 0; j < columns.columns(); ++j) {
    if (j % 64 == 0) control.check();
    // Above the first row all is free, and begins here.
    OpenCell up{kNowhere, -1};
    OpenCell diagonal{0, columns.first + j};
    if (!first_) {
      up = {*above.sumAt(j), *above.startAt(j)};
      diagonal = {*above.sumAt(j - 1), *above.startAt(j - 1)};
    }
    for (std::int64_t k = 0; k < rows_; ++k) {
      const OpenCell left{sums_[k], starts_[k]};
      OpenCell best = left;
      best.takeBetter(diagonal.sum, diagonal.start);
      best.takeBetter(up.sum, up.start);
      double cost = 0;
      for (std::int64_t c = 0; c < columns.channels(); ++c) {
        const double apart = query_[c][k] - columns.sample(c, j);
        cost += apart * apart;
      }
      up = {cost + best.sum, best.start};
      sums_[k] = up.sum;
      starts_[k] = up.start;
      diagonal = left;
    }
    *below.sumAt(j) = up.sum;
    *below.startAt(j) = up.start;
  }
}

#if defined(ESPY_X86)

/// Eight rows in the lanes of a register, each a column behind the one above: what a cell needs is
/// then what the registers held one and two steps ago. At step t lane l is in column t - l.
class OpenStrip {
 public:
  ESPY_AVX512 OpenStrip(OpenRows& rows, std::int64_t from, const OpenColumns& columns,
                        OpenRow& above, OpenRow& below)
      : rows_(rows),
        from_(from),
        columns_(columns),
        above_(above),
        below_(below),
        isFirst_(rows.first_ && from == 0),
        last_(static_cast<int>(std::min(kStripRows, rows.rows_ - from)) - 1) {
    query_ = _mm512_loadu_pd(rows.query_.front().data() + from);
    sums_ = _mm512_loadu_pd(rows.sums_.data() + from);
    starts_ = _mm512_loadu_si512(rows.starts_.data() + from);
    *below.sumAt(-1) = rows.sums_[from + last_];
    *below.startAt(-1) = rows.starts_[from + last_];
    moveDown(-1);
  }

  std::int64_t steps() const { return columns_.columns() + kStripRows - 1; }

  ESPY_AVX512 __attribute__((always_inline)) void step(std::int64_t t) {
    __m512d diagonalSums = upSums_;
    __m512i diagonalStarts = upStarts_;
    if (isFirst_) {
      diagonalSums = _mm512_mask_mov_pd(diagonalSums, 1, _mm512_setzero_pd());
      diagonalStarts =
          _mm512_mask_mov_epi64(diagonalStarts, 1, _mm512_set1_epi64(columns_.first + t));
    }
    moveDown(t);
    __m512d sums = sums_;
    __m512i starts = starts_;
    takeBetter(sums, starts, diagonalSums, diagonalStarts);
    takeBetter(sums, starts, upSums_, upStarts_);
    sums = _mm512_add_pd(cost(t), sums);
    if (t >= kStripRows - 1 && t < columns_.columns()) {
      sums_ = sums;
      starts_ = starts;
    } else {  // lanes that have not begun, or are done, stay
      const auto begun = t >= kStripRows ? 0xff : (1U << (t + 1)) - 1;
      const std::int64_t done = t - columns_.columns() + 1;
      const auto mask = static_cast<__mmask8>(done > 0 ? begun >> done << done : begun);
      sums_ = _mm512_mask_mov_pd(sums_, mask, sums);
      starts_ = _mm512_mask_mov_epi64(starts_, mask, starts);
    }
    if (t >= last_ && t - last_ < columns_.columns()) {
      const auto lane = static_cast<__mmask8>(1U << last_);
      _mm512_mask_storeu_pd(below_.sumAt(t - 2 * last_), lane, sums_);
      _mm512_mask_storeu_epi64(below_.startAt(t - 2 * last_), lane, starts_);
    }
  }

  ESPY_AVX512 void finish() {
    _mm512_storeu_pd(rows_.sums_.data() + from_, sums_);
    _mm512_storeu_si512(rows_.starts_.data() + from_, starts_);
  }

 private:
  /// Lanes moved to the next, and a number into the first. (With a mask of all, since compilers
  /// take what the plain instruction leaves open for a mistake.)
  static ESPY_AVX512 __m512i below(__m512i lanes, __m512i number) {
    return _mm512_mask_alignr_epi64(lanes, 0xff, lanes, number, 7);
  }

  /// What the rows above have found, and the row above this strip.
  ESPY_AVX512 __attribute__((always_inline)) void moveDown(std::int64_t t) {
    const __m512d sum = _mm512_set1_pd(isFirst_ ? kNowhere : *above_.sumAt(t));
    const __m512i start = _mm512_set1_epi64(isFirst_ ? -1 : *above_.startAt(t));
    upSums_ = _mm512_castsi512_pd(below(_mm512_castpd_si512(sums_), _mm512_castpd_si512(sum)));
    upStarts_ = below(starts_, start);
  }

  static ESPY_AVX512 __attribute__((always_inline)) void takeBetter(__m512d& sums, __m512i& starts,
                                                                    __m512d others,
                                                                    __m512i otherStarts) {
    const __mmask8 less = _mm512_cmp_pd_mask(others, sums, _CMP_LT_OQ);
    const __mmask8 same = _mm512_cmp_pd_mask(others, sums, _CMP_EQ_OQ);
    const __mmask8 later = _mm512_mask_cmpgt_epi64_mask(same, otherStarts, starts);
    starts = _mm512_mask_mov_epi64(starts, less | later, otherStarts);
    sums = _mm512_mask_min_pd(sums, 0xff, others, sums);
  }

  ESPY_AVX512 __attribute__((always_inline)) __m512d cost(std::int64_t t) const {
    const __m512d apart = _mm512_sub_pd(query_, _mm512_loadu_pd(columns_.staggered(0, t)));
    __m512d sum = _mm512_mul_pd(apart, apart);
    for (std::int64_t c = 1; c < columns_.channels(); ++c) {
      const __m512d other = _mm512_sub_pd(_mm512_loadu_pd(rows_.query_[c].data() + from_),
                                          _mm512_loadu_pd(columns_.staggered(c, t)));
      sum = _mm512_add_pd(sum, _mm512_mul_pd(other, other));
    }
    return sum;
  }

  OpenRows& rows_;
  std::int64_t from_;
  const OpenColumns& columns_;
  OpenRow& above_;
  OpenRow& below_;
  bool isFirst_;
  int last_;
  __m512d query_;
  __m512d sums_;
  __m512i starts_;
  __m512d upSums_;
  __m512i upStarts_;
};

namespace {

/// Two strips at once, since the steps of one wait for each other. The second is so far behind that
/// what the first has stored can be loaded without waiting.
ESPY_AVX512 void goThroughBoth(OpenStrip& upper, OpenStrip& lower) {
  constexpr std::int64_t kBehind = 32;
  const std::int64_t steps = upper.steps();
  for (std::int64_t t = 0; t < std::min(kBehind, steps); ++t) upper.step(t);
  for (std::int64_t t = kBehind; t < steps; ++t) {
    upper.step(t);
    lower.step(t - kBehind);
  }
  for (std::int64_t t = std::max<std::int64_t>(0, steps - kBehind); t < steps; ++t) lower.step(t);
}

}  // namespace

ESPY_AVX512 void OpenRows::goStrips(const OpenColumns& columns, std::int64_t from, OpenRow& above,
                                    OpenRow& below) {
  if (from + kTogether >= rows_) {
    OpenStrip strip(*this, from, columns, above, below);
    for (std::int64_t t = 0; t < strip.steps(); ++t) strip.step(t);
    strip.finish();
    return;
  }
  OpenStrip upper(*this, from, columns, above, middle_);
  OpenStrip lower(*this, from + kTogether, columns, middle_, below);
  goThroughBoth(upper, lower);
  upper.finish();
  lower.finish();
}

#endif

void OpenRows::go(const OpenColumns& columns, OpenRow& above, OpenRow& below,
                  const Control& control) {
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx512)) {
    OpenRow* upper = &above;
    for (std::int64_t from = 0; from < rows_; from += 2 * kTogether) {
      OpenRow& lower = from + 2 * kTogether >= rows_ ? below : between_[from / (2 * kTogether) % 2];
      control.check();
      goStrips(columns, from, *upper, lower);
      upper = &lower;
    }
    return;
  }
#endif
  goPlainly(columns, above, below, control);
}

}  // namespace espy::signal
