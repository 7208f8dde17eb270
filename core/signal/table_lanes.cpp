// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/table_lanes.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {
namespace {

constexpr std::int64_t kTableLanes = TableLanes::kLanes;
constexpr int kTableRows = TableLanes::kRows;

/// One row of all lanes' strips: `row` holds the row above, and then this one.
struct PlainRow {
  const double* const* samples;  ///< of each channel
  const double* query;           ///< the first channel's; the next is `kTableRows` rows behind
  std::int64_t channels;
  std::int64_t width;
  const double* corner;
  const double* left;
  const double* live;  ///< 1, or 0 where cells cost nothing
};

ESPY_SIMD_CLONES void goThroughRow(const PlainRow& of, double* row, double* right, double* least) {
  double diagonal[kTableLanes];
  double before[kTableLanes];
  double lowest[kTableLanes];
  std::copy(of.corner, of.corner + kTableLanes, diagonal);
  std::copy(of.left, of.left + kTableLanes, before);
  std::fill(lowest, lowest + kTableLanes, std::numeric_limits<double>::infinity());
  for (std::int64_t j = 0; j < of.width; ++j) {
    double cost[kTableLanes] = {};
    for (std::int64_t c = 0; c < of.channels; ++c) {
      const double* samples = of.samples[c] + j * kTableLanes;
      const double* query = of.query + c * kTableRows * kTableLanes;
      for (std::int64_t l = 0; l < kTableLanes; ++l) {
        const double apart = query[l] - samples[l];
        cost[l] += apart * apart;
      }
    }
    double* cells = row + j * kTableLanes;
    for (std::int64_t l = 0; l < kTableLanes; ++l) {
      const double up = cells[l];
      const double best = std::min(std::min(up, diagonal[l]), before[l]);
      before[l] = (of.live[l] != 0 ? cost[l] : 0) + best;
      diagonal[l] = up;
      cells[l] = before[l];
      lowest[l] = std::min(lowest[l], before[l]);
    }
  }
  std::copy(before, before + kTableLanes, right);
  std::copy(lowest, lowest + kTableLanes, least);
}

}  // namespace

void TableLanes::resize(std::int64_t channels, std::int64_t width) {
  width_ = width;
  samples_.resize(static_cast<std::size_t>(channels));
  for (auto& channel : samples_) channel.assign(static_cast<std::size_t>(width * kLanes), 0);
  row_.assign(static_cast<std::size_t>(width * kLanes), 0);
  query_.assign(static_cast<std::size_t>(channels * kRows * kLanes), 0);
  std::fill(&left[0][0], &left[0][0] + kRows * kLanes, 0);
  std::fill(&right[0][0], &right[0][0] + kRows * kLanes, 0);
  std::fill(corner, corner + kLanes, 0);
  std::fill(live, live + kRows, 0xff);
}

void TableLanes::handOver() {
  for (std::int64_t k = 0; k < kRows; ++k) {
    std::copy(right[k], right[k] + kLanes - 1, left[k] + 1);
  }
}

void TableLanes::goPlainly() {
  std::vector<const double*> samples;
  for (const auto& channel : samples_) samples.push_back(channel.data());
  double above[kLanes];
  std::copy(corner, corner + kLanes, above);
  for (std::int64_t k = 0; k < kRows; ++k) {
    double alive[kLanes];
    for (std::int64_t l = 0; l < kLanes; ++l) alive[l] = live[k] >> l & 1;
    goThroughRow({samples.data(), query(0, k), channels(), width_, above, left[k], alive},
                 row_.data(), right[k], least);
    std::copy(left[k], left[k] + kLanes, above);
  }
  std::copy(above, above + kLanes, corner);
}

#if defined(ESPY_X86)

/// The eight rows go through the columns together, each a column behind the one above and so two
/// steps behind what that left there: no cell waits for another of the same step.
///
/// At step t row k is in column t - k. `now` is what it made one step ago, `then` two steps ago.
template <bool alone>  // one channel
class StripOfLanes {
 public:
  ESPY_AVX512 explicit StripOfLanes(TableLanes& table)
      : table_(table),
        samples_(table.samples_.front().data()),
        row_(table.row_.data()),
        above_(_mm512_load_pd(table.corner)),
        least_(_mm512_set1_pd(std::numeric_limits<double>::infinity())) {
#pragma GCC unroll 8
    for (int k = 0; k < kTableRows; ++k) {
      query_[k] = _mm512_load_pd(table.query(0, k));
      now_[k] = then_[k] = _mm512_load_pd(table.left[k]);
      live_[k] = table.live[k];
    }
  }

  ESPY_AVX512 __attribute__((always_inline)) void run() {
    const std::int64_t width = table_.width_;
#pragma GCC unroll 7
    for (int t = 0; t < kTableRows - 1; ++t) step(t, 0, t);
    for (std::int64_t t = kTableRows - 1; t < width; ++t) step(t, 0, kTableRows - 1);
#pragma GCC unroll 7
    for (int t = 0; t < kTableRows - 1; ++t) step(width + t, t + 1, kTableRows - 1);
#pragma GCC unroll 8
    for (int k = 0; k < kTableRows; ++k) _mm512_store_pd(table_.right[k], now_[k]);
    _mm512_store_pd(table_.least, least_);
    _mm512_store_pd(table_.corner, _mm512_load_pd(table_.left[kTableRows - 1]));
  }

 private:
  static ESPY_AVX512 __m512d least(__m512d a, __m512d b) {
    return _mm512_mask_min_pd(a, 0xff, a, b);
  }

  ESPY_AVX512 __attribute__((always_inline)) void step(std::int64_t t, int from, int to) {
#pragma GCC unroll 8
    for (int k = kTableRows - 1; k >= 0; --k) {
      if (k >= from && k <= to) cell(k, (t - k) * kTableLanes);
    }
  }

  ESPY_AVX512 __attribute__((always_inline)) void cell(int k, std::int64_t at) {
    __m512d up;
    __m512d diagonal;
    if (k > 0) {
      up = now_[k - 1];
      diagonal = then_[k - 1];
    } else {
      up = _mm512_load_pd(row_ + at);
      diagonal = above_;
      above_ = up;
    }
    const __m512d made = _mm512_add_pd(cost(k, at), least(least(up, diagonal), now_[k]));
    then_[k] = now_[k];
    now_[k] = made;
    if (k == kTableRows - 1) {
      _mm512_store_pd(row_ + at, made);
      least_ = least(made, least_);
    }
  }

  ESPY_AVX512 __attribute__((always_inline)) __m512d cost(int k, std::int64_t at) const {
    const __m512d apart = _mm512_sub_pd(query_[k], _mm512_load_pd(samples_ + at));
    // The last row is never above the table.
    __m512d sum = k == kTableRows - 1 ? _mm512_mul_pd(apart, apart)
                                      : _mm512_maskz_mul_pd(live_[k], apart, apart);
    if constexpr (!alone) {
      for (std::int64_t c = 1; c < table_.channels(); ++c) {
        const __m512d other = _mm512_sub_pd(_mm512_load_pd(table_.query(c, k)),
                                            _mm512_load_pd(table_.samples_[c].data() + at));
        sum = _mm512_add_pd(sum, _mm512_maskz_mul_pd(live_[k], other, other));
      }
    }
    return sum;
  }

  TableLanes& table_;
  const double* samples_;
  double* row_;
  __m512d above_;
  __m512d least_;
  __m512d query_[kTableRows];
  __m512d now_[kTableRows];
  __m512d then_[kTableRows];
  __mmask8 live_[kTableRows];
};

namespace {

ESPY_AVX512 void goWith512(TableLanes& table) {
  if (table.channels() == 1) {
    StripOfLanes<true>(table).run();
  } else {
    StripOfLanes<false>(table).run();
  }
}

}  // namespace

#endif

void TableLanes::go() {
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx512)) return goWith512(*this);
#endif
  goPlainly();
}

}  // namespace espy::signal
