// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/strips.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "signal/strips_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::signal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr double kFar = std::numeric_limits<double>::infinity();

constexpr hn::CappedTag<double, kStripRows> d{};
constexpr hn::RebindToSigned<decltype(d)> di{};
using Doubles = hn::Vec<decltype(d)>;
using Integers = hn::Vec<decltype(di)>;
using Mask = hn::Mask<decltype(d)>;
constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d));

// One strip per lane.

/// Rows per pass: as many as fit into the registers.
constexpr int kRowsTogether = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON ? 8 : 4;

/// The rows advance as a wavefront, each a column behind the one above, so that no cell waits for
/// another of the same step.
///
/// At step t row k is in column t - k. `now` is its last cell, `then` the one before. `kAlone`: one
/// channel. `kLive`: all cells have costs.
template <bool kAlone, bool kLive>
class RowsOfLanes {
  static constexpr int kRows = kRowsTogether;

 public:
  /// Rows from `top` on, lanes of one register from `lane` on.
  ESPY_INLINE RowsOfLanes(const TableStrip& strip, std::int64_t top, std::int64_t lane)
      : strip_(strip),
        at_(top * kStripRows + lane),
        samples_(strip.samples[0] + lane),
        row_(strip.row + lane),
        above_(hn::Load(d, top == 0 ? strip.corner + lane : strip.left + at_ - kStripRows)),
        least_(hn::Set(d, kFar)) {
#pragma GCC unroll 8
    for (int k = 0; k < kRows; ++k) {
      query_[k] = hn::Load(d, strip.query + at_ + k * kStripRows);
      now_[k] = then_[k] = hn::Load(d, strip.left + at_ + k * kStripRows);
      if constexpr (!kLive) live_[k] = lanesOf(strip.live[top + k] >> lane);
    }
  }

  ESPY_INLINE void run() {
    const std::int64_t width = strip_.width;
#pragma GCC unroll 7
    for (int t = 0; t < kRows - 1; ++t) step(t, 0, t);
    for (std::int64_t t = kRows - 1; t < width; ++t) step(t, 0, kRows - 1);
#pragma GCC unroll 7
    for (int t = 0; t < kRows - 1; ++t) step(width + t, t + 1, kRows - 1);
#pragma GCC unroll 8
    for (int k = 0; k < kRows; ++k) hn::Store(now_[k], d, strip_.right + at_ + k * kStripRows);
    hn::Store(least_, d, strip_.least + at_ % kStripRows);
  }

 private:
  ESPY_INLINE void step(std::int64_t t, int from, int to) {
#pragma GCC unroll 8
    for (int k = kRows - 1; k >= 0; --k) {
      if (k >= from && k <= to) cell(k, (t - k) * kStripRows);
    }
  }

  ESPY_INLINE void cell(int k, std::int64_t column) {
    Doubles up;
    Doubles diagonal;
    if (k > 0) {
      up = now_[k - 1];
      diagonal = then_[k - 1];
    } else {
      up = hn::Load(d, row_ + column);
      diagonal = above_;
      above_ = up;
    }
    const Doubles made = hn::Add(cost(k, column), hn::Min(hn::Min(up, diagonal), now_[k]));
    then_[k] = now_[k];
    now_[k] = made;
    if (k == kRows - 1) {
      hn::Store(made, d, row_ + column);
      least_ = hn::Min(made, least_);
    }
  }

  ESPY_INLINE Doubles cost(int k, std::int64_t column) const {
    const Doubles apart = hn::Sub(query_[k], hn::Load(d, samples_ + column));
    Doubles sum = hn::Mul(apart, apart);
    if constexpr (!kAlone) {
      const std::int64_t lane = at_ % kStripRows;
      const double* query = strip_.query + at_ + k * kStripRows;
      for (std::int64_t c = 1; c < strip_.channels; ++c) {
        const Doubles other = hn::Sub(hn::Load(d, query + c * kStripRows * kStripRows),
                                      hn::Load(d, strip_.samples[c] + lane + column));
        sum = hn::Add(sum, hn::Mul(other, other));
      }
    }
    if constexpr (kLive) return sum;
    if (kRows == kStripRows && k == kRows - 1) return sum;  // never above a table
    return hn::IfThenElseZero(live_[k], sum);
  }

  /// Lanes whose bits are set, lowest bit first.
  static ESPY_INLINE Mask lanesOf(int bits) {
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto own = hn::Shl(hn::Set(du, 1), hn::Iota(du, 0));
    return hn::RebindMask(d, hn::TestBit(hn::Set(du, static_cast<std::uint64_t>(bits)), own));
  }

  const TableStrip& strip_;
  std::int64_t at_;  ///< the first row and lane
  const double* samples_;
  double* row_;
  Doubles above_;
  Doubles least_;
  Doubles query_[kRows];
  Doubles now_[kRows];
  Doubles then_[kRows];
  Mask live_[kRows];
};

template <bool kAlone, bool kLive>
void runStrip(const TableStrip& strip) {
  for (std::int64_t lane = 0; lane < kStripRows; lane += kRegister) {
    for (std::int64_t top = 0; top < kStripRows; top += kRowsTogether) {
      RowsOfLanes<kAlone, kLive>(strip, top, lane).run();
    }
  }
}

void tableStrip(const TableStrip& strip) {
  const bool live = std::all_of(strip.live, strip.live + kStripRows,
                                [](std::uint8_t lanes) { return lanes == 0xff; });
  if (strip.channels > 1) {
    runStrip<false, false>(strip);
  } else if (live) {
    runStrip<true, true>(strip);
  } else {
    runStrip<true, false>(strip);
  }
  std::copy_n(strip.left + (kStripRows - 1) * kStripRows, kStripRows, strip.corner);
}

// Rows in lanes: at step t lane l of eight is in column t - l, so that a cell's inputs are the
// registers of one and two steps before.

constexpr int kRegisters = kStripRows / kRegister;

/// A number in each lane. (On arm64 the implicit constructor would not be of this target.)
struct Eight {
  ESPY_INLINE Eight() {}
  Doubles of[kRegisters];
};
struct EightStarts {
  ESPY_INLINE EightStarts() {}
  Integers of[kRegisters];
};

/// Shifts lanes up by one; the last lane of `before` becomes the first.
template <class D, class V>
ESPY_INLINE V movedOn(D tag, V lanes, V before) {
  if constexpr (kRegister == 8) {  // `before` is the same in all lanes
    HWY_ALIGN static constexpr std::int64_t kFrom[8] = {7, 0, 1, 2, 3, 4, 5, 6};
    const V turned = hn::TableLookupLanes(lanes, hn::SetTableIndices(tag, kFrom));
    return hn::IfThenElse(hn::FirstN(tag, 1), before, turned);
  } else if constexpr (kRegister == 4) {
    return hn::CombineShiftRightLanes<1>(tag, lanes, hn::ConcatLowerUpper(tag, lanes, before));
  } else {
    return hn::CombineShiftRightLanes<1>(tag, lanes, before);
  }
}
ESPY_INLINE Eight movedOn(const Eight& lanes, double first) {
  Eight moved;
#pragma GCC unroll 4
  for (int r = kRegisters - 1; r > 0; --r) moved.of[r] = movedOn(d, lanes.of[r], lanes.of[r - 1]);
  moved.of[0] = movedOn(d, lanes.of[0], hn::Set(d, first));
  return moved;
}
ESPY_INLINE EightStarts movedOn(const EightStarts& lanes, std::int64_t first) {
  EightStarts moved;
#pragma GCC unroll 4
  for (int r = kRegisters - 1; r > 0; --r) moved.of[r] = movedOn(di, lanes.of[r], lanes.of[r - 1]);
  moved.of[0] = movedOn(di, lanes.of[0], hn::Set(di, first));
  return moved;
}

ESPY_INLINE Mask within(int r, std::int64_t first, std::int64_t last) {
  const Doubles lanes = hn::Iota(d, static_cast<double>(r * kRegister));
  return hn::And(hn::Ge(lanes, hn::Set(d, static_cast<double>(first))),
                 hn::Le(lanes, hn::Set(d, static_cast<double>(last))));
}

/// Stores one lane. For the last of eight, up to a register beyond it may be overwritten.
template <class D, class V, class Number>
ESPY_INLINE void storeLane(D tag, const V (&lanes)[kRegisters], int lane, Number* to) {
  if (lane == kStripRows - 1) {
    if constexpr (kRegister == 8) {
      hn::BlendedStore(lanes[0], hn::Not(hn::FirstN(tag, 7)), tag, to - 7);
    } else {
      hn::StoreU(hn::Reverse(tag, lanes[kRegisters - 1]), tag, to);
    }
    return;
  }
  HWY_ALIGN Number all[kStripRows];
  for (int r = 0; r < kRegisters; ++r) hn::Store(lanes[r], tag, all + r * kRegister);
  *to = all[lane];
}

/// A strip of a banded table. Reads the row above from the table's row and leaves its last row
/// there.
class BandStrip {
 public:
  ESPY_INLINE BandStrip(const BandStrips& of, std::int64_t top)
      : length_(of.length),
        band_(of.band),
        row_(of.row),
        backward_(of.backward + of.length - 1),
        top_(top),
        last_(static_cast<int>(std::min(kStripRows, length_ - top)) - 1) {
    begin = std::max<std::int64_t>(0, top - band_);
    end = std::min(length_ - 1, top + last_ + band_) + last_ + 1;
    insideFrom_ = std::max<std::int64_t>(0, top + kStripRows - 1 - band_) + kStripRows - 1;
    insideTo_ = std::min(length_ - 1, top + band_);
#pragma GCC unroll 4
    for (int r = 0; r < kRegisters; ++r) {
      query_.of[r] = hn::LoadU(d, of.query + top + r * kRegister);
      sums_.of[r] = ups_.of[r] = least_.of[r] = hn::Set(d, kFar);
    }
  }

  std::int64_t begin;  ///< the first step, and the end
  std::int64_t end;

  ESPY_INLINE void step(std::int64_t t) {
    if (t < begin || t >= end) return;
    if (t == begin) {
      ups_ = movedOn(sums_, row_[t]);
      // Only the first cell may begin a path.
      if (t == 0) row_[0] = kFar;
    }
    const Eight diagonals = ups_;
    ups_ = movedOn(sums_, row_[std::min(t + 1, length_)]);
    const std::int64_t column = t - last_;
    const bool kept = column >= 0 && column < length_ && column >= top_ + last_ - band_;
    const bool whole = t >= insideFrom_ && t <= insideTo_;
#pragma GCC unroll 4
    for (int r = 0; r < kRegisters; ++r) {
      const Doubles before = hn::Min(hn::Min(diagonals.of[r], sums_.of[r]), ups_.of[r]);
      const Doubles apart = hn::Sub(query_.of[r], hn::LoadU(d, backward_ - t + r * kRegister));
      Doubles sums = hn::Add(hn::Mul(apart, apart), before);
      if (!whole) sums = hn::IfThenElse(inside(r, t), sums, hn::Set(d, kFar));
      sums_.of[r] = sums;
      if (kept) least_.of[r] = hn::Min(least_.of[r], sums);
    }
    if (kept) storeLane(d, sums_.of, last_, row_ + 1 + column);
  }

  /// Whether a path to the last row may still be within the limit.
  bool isWithin(double limit) const {
    HWY_ALIGN double least[kStripRows];
    for (int r = 0; r < kRegisters; ++r) hn::Store(least_.of[r], d, least + r * kRegister);
    return least[last_] <= limit;
  }

 private:
  /// Lanes within table and band: column t - l lies within `band` of row top + l.
  ESPY_INLINE Mask inside(int r, std::int64_t t) const {
    const std::int64_t twiceFrom = t - top_ - band_;  // at most twice the lane
    const std::int64_t twiceTo = t - top_ + band_;
    const std::int64_t first = twiceFrom > 0 ? (twiceFrom + 1) / 2 : 0;
    const std::int64_t last = twiceTo >= 0 ? twiceTo / 2 : -1;
    return within(r, std::max(first, t - length_ + 1), std::min(last, t));
  }

  std::int64_t length_;
  std::int64_t band_;
  double* row_;
  const double* backward_;
  std::int64_t top_;
  int last_;
  std::int64_t insideFrom_;
  std::int64_t insideTo_;
  Eight query_;
  Eight sums_;
  Eight ups_;
  Eight least_;
};

/// Steps by which the second strip lags behind the first, so that stores of the first can be loaded
/// without stalling.
constexpr std::int64_t kBehind = 32;

bool bandStrips(const BandStrips& strips, std::int64_t top, double limit) {
  BandStrip upper(strips, top);
  if (top + kStripRows >= strips.length) {
    for (std::int64_t t = upper.begin; t < upper.end; ++t) upper.step(t);
    return upper.isWithin(limit);
  }
  BandStrip lower(strips, top + kStripRows);
  const std::int64_t end = std::max(upper.end, lower.end + kBehind);
  for (std::int64_t t = upper.begin; t < end; ++t) {
    upper.step(t);
    lower.step(t - kBehind);
  }
  return lower.isWithin(limit);
}

class OpenStrip {
 public:
  ESPY_INLINE OpenStrip(const OpenStrips& of, std::int64_t from, OpenStrips::Row above,
                        OpenStrips::Row below)
      : of_(of),
        from_(from),
        above_(above),
        below_(below),
        isFirst_(of.isFirst && from == 0),
        last_(static_cast<int>(std::min(kStripRows, of.rows - from)) - 1) {
#pragma GCC unroll 4
    for (int r = 0; r < kRegisters; ++r) {
      query_.of[r] = hn::LoadU(d, of.query[0] + from + r * kRegister);
      sums_.of[r] = hn::LoadU(d, of.sums + from + r * kRegister);
      starts_.of[r] = hn::LoadU(di, of.starts + from + r * kRegister);
    }
    below.sums[-1] = of.sums[from + last_];
    below.starts[-1] = of.starts[from + last_];
    moveDown(-1);
  }

  std::int64_t steps() const {
    return of_.columns + kStripRows - 1;
  }

  ESPY_INLINE void step(std::int64_t t) {
    Eight diagonalSums = upSums_;
    EightStarts diagonalStarts = upStarts_;
    if (isFirst_) {  // a path may begin here for free
      diagonalSums.of[0] = hn::IfThenZeroElse(hn::FirstN(d, 1), diagonalSums.of[0]);
      diagonalStarts.of[0] =
          hn::IfThenElse(hn::FirstN(di, 1), hn::Set(di, of_.firstColumn + t), diagonalStarts.of[0]);
    }
    moveDown(t);
    const bool whole = t >= kStripRows - 1 && t < of_.columns;
#pragma GCC unroll 4
    for (int r = 0; r < kRegisters; ++r) {
      Doubles sums = sums_.of[r];
      Integers starts = starts_.of[r];
      takeBetter(sums, starts, diagonalSums.of[r], diagonalStarts.of[r]);
      takeBetter(sums, starts, upSums_.of[r], upStarts_.of[r]);
      sums = hn::Add(cost(r, t), sums);
      if (!whole) {  // lanes that have not begun or are done keep their values
        const Mask begun = within(r, t - of_.columns + 1, t);
        sums = hn::IfThenElse(begun, sums, sums_.of[r]);
        starts = hn::IfThenElse(hn::RebindMask(di, begun), starts, starts_.of[r]);
      }
      sums_.of[r] = sums;
      starts_.of[r] = starts;
    }
    if (t >= last_ && t - last_ < of_.columns) {
      storeLane(d, sums_.of, last_, below_.sums + t - last_);
      storeLane(di, starts_.of, last_, below_.starts + t - last_);
    }
  }

  ESPY_INLINE void finish() {
    for (int r = 0; r < kRegisters; ++r) {
      hn::StoreU(sums_.of[r], d, of_.sums + from_ + r * kRegister);
      hn::StoreU(starts_.of[r], di, of_.starts + from_ + r * kRegister);
    }
  }

 private:
  /// The cells above: of the rows in lanes, and of the row above this strip.
  ESPY_INLINE void moveDown(std::int64_t t) {
    upSums_ = movedOn(sums_, isFirst_ ? kFar : above_.sums[t]);
    upStarts_ = movedOn(starts_, isFirst_ ? -1 : above_.starts[t]);
  }

  static ESPY_INLINE void takeBetter(Doubles& sums, Integers& starts, Doubles others,
                                     Integers otherStarts) {
    const Mask later = hn::RebindMask(d, hn::Gt(otherStarts, starts));
    const Mask better = hn::Or(hn::Lt(others, sums), hn::And(hn::Eq(others, sums), later));
    starts = hn::IfThenElse(hn::RebindMask(di, better), otherStarts, starts);
    sums = hn::Min(others, sums);
  }

  ESPY_INLINE Doubles cost(int r, std::int64_t t) const {
    const std::int64_t lane = r * kRegister;
    const Doubles apart = hn::Sub(query_.of[r], hn::LoadU(d, of_.samples[0] - t + lane));
    Doubles sum = hn::Mul(apart, apart);
    for (std::int64_t c = 1; c < of_.channels; ++c) {
      const Doubles other = hn::Sub(hn::LoadU(d, of_.query[c] + from_ + lane),
                                    hn::LoadU(d, of_.samples[c] - t + lane));
      sum = hn::Add(sum, hn::Mul(other, other));
    }
    return sum;
  }

  const OpenStrips& of_;
  std::int64_t from_;
  OpenStrips::Row above_;
  OpenStrips::Row below_;
  bool isFirst_;
  int last_;
  Eight query_;
  Eight sums_;
  EightStarts starts_;
  Eight upSums_;
  EightStarts upStarts_;
};

void openStrips(const OpenStrips& strips, std::int64_t from, OpenStrips::Row above,
                OpenStrips::Row middle, OpenStrips::Row below) {
  if (from + kStripRows >= strips.rows) {
    OpenStrip strip(strips, from, above, below);
    for (std::int64_t t = 0; t < strip.steps(); ++t) strip.step(t);
    strip.finish();
    return;
  }
  OpenStrip upper(strips, from, above, middle);
  OpenStrip lower(strips, from + kStripRows, middle, below);
  const std::int64_t steps = upper.steps();
  for (std::int64_t t = 0; t < std::min(kBehind, steps); ++t) upper.step(t);
  for (std::int64_t t = kBehind; t < steps; ++t) {
    upper.step(t);
    lower.step(t - kBehind);
  }
  for (std::int64_t t = std::max<std::int64_t>(0, steps - kBehind); t < steps; ++t) lower.step(t);
  upper.finish();
  lower.finish();
}

}  // namespace
}  // namespace espy::signal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::signal {
namespace {

ESPY_SIMD_TABLE(tableStrip);
ESPY_SIMD_TABLE(bandStrips);
ESPY_SIMD_TABLE(openStrips);

}  // namespace

void advanceStrip(const TableStrip& strip) {
  ESPY_SIMD_CALL(tableStrip)(strip);
}

bool advanceBand(const BandStrips& strips, std::int64_t top, double limit) {
  return ESPY_SIMD_CALL(bandStrips)(strips, top, limit);
}

void advanceOpen(const OpenStrips& strips, std::int64_t from, OpenStrips::Row above,
                 OpenStrips::Row middle, OpenStrips::Row below) {
  ESPY_SIMD_CALL(openStrips)(strips, from, above, middle, below);
}

}  // namespace espy::signal
#endif  // HWY_ONCE
