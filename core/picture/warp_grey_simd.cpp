// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/warp_grey.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/warp_grey_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int32_t>;
using V = hn::Vec<D>;

/// Positions of neighbouring columns along one axis, in 2^-8 pixels: steps are split so that no
/// lane needs more than 32 bits.
class Positions {
 public:
  explicit Positions(std::int64_t step)
      : steps_(hn::Mul(hn::Iota(D(), 0), hn::Set(D(), static_cast<std::int32_t>(step >> kShift)))),
        lowSteps_(hn::Mul(hn::Iota(D(), 0), hn::Set(D(), low(step)))) {}

  /// From the first column's position on.
  V from(std::int64_t first) const {
    const std::int64_t rounded = first + (std::int64_t{1} << (kShift - 1));
    const V lows = hn::Add(hn::Set(D(), low(rounded)), lowSteps_);
    const V highs = hn::Add(hn::Set(D(), static_cast<std::int32_t>(rounded >> kShift)), steps_);
    return hn::Add(highs, hn::ShiftRight<kShift>(lows));
  }

 private:
  static std::int32_t low(std::int64_t position) {
    return static_cast<std::int32_t>(position & ((std::int64_t{1} << kShift) - 1));
  }

  V steps_;
  V lowSteps_;
};

/// Between the two lowest bytes of each lane, `share` 2^-8 of the way; times 256. Computed as
/// words, which hold the result, though not each step to it.
V along(V pixels, V share) {
  const hn::Repartition<std::uint16_t, D> d16;
  const D d;
  const V left = hn::And(pixels, hn::Set(d, 255));
  const V right = hn::And(hn::ShiftRight<8>(pixels), hn::Set(d, 255));
  const auto more = hn::Mul(hn::BitCast(d16, hn::Sub(right, left)), hn::BitCast(d16, share));
  return hn::BitCast(d, hn::Add(hn::BitCast(d16, hn::ShiftLeft<8>(left)), more));
}

std::int64_t warpGrey(const std::uint8_t* first, std::ptrdiff_t stride, std::span<const Line> lines,
                      Span span, std::uint8_t* to) {
  const D d;
  const hn::Rebind<std::uint8_t, D> d8;
  const hn::RebindToFloat<D> df;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (span.end - span.begin < lanes) return 0;
  const Positions alongX(lines.front().stepX);
  const Positions alongY(lines.front().stepY);
  const auto* words = reinterpret_cast<const std::int32_t*>(first);
  const auto* wordsBelow = reinterpret_cast<const std::int32_t*>(first + stride);
  const V pitch = hn::Set(d, static_cast<std::int32_t>(stride));
  const V byte = hn::Set(d, 255);
  const V half = hn::Set(d, static_cast<std::int32_t>(lines.size() << 15U));
  const auto count = hn::Set(df, static_cast<float>(lines.size()));
  for (std::int64_t column = span.begin;; column = std::min(column + lanes, span.end - lanes)) {
    V sums = half;
    for (const Line& line : lines) {
      const V x = alongX.from(line.x + column * line.stepX);
      const V y = alongY.from(line.y + column * line.stepY);
      const V at = hn::Add(hn::Mul(hn::ShiftRight<8>(y), pitch), hn::ShiftRight<8>(x));
      const V shareX = hn::And(x, byte);
      const V above = along(hn::GatherOffset(d, words, at), shareX);
      const V below = along(hn::GatherOffset(d, wordsBelow, at), shareX);
      const V more = hn::Mul(hn::Sub(below, above), hn::And(y, byte));
      sums = hn::Add(sums, hn::Add(hn::ShiftLeft<8>(above), more));
    }
    // Whole numbers below 2^16, of which quotients are less than 256 and rounded down right.
    const auto means = hn::Div(
        hn::ConvertTo(
            df, hn::BitCast(d, hn::ShiftRight<16>(hn::BitCast(hn::RebindToUnsigned<D>(), sums)))),
        count);
    hn::StoreU(hn::DemoteTo(d8, hn::ConvertTo(d, means)), d8, to + column - span.begin);
    if (column + lanes == span.end) break;
  }
  return span.end - span.begin;
}

}  // namespace
}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::picture {
namespace {

ESPY_SIMD_TABLE(warpGrey);

}  // namespace

std::int64_t warpGrey(const std::uint8_t* first, std::ptrdiff_t stride, std::span<const Line> lines,
                      Span span, std::uint8_t* to) {
  return ESPY_SIMD_CALL(warpGrey)(first, stride, lines, span, to);
}

}  // namespace espy::picture
#endif  // HWY_ONCE
