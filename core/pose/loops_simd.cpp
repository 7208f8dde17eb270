// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/loops.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pose/loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::pose::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
std::uint64_t total(D d, V lanes) {
  HWY_ALIGN hn::TFromD<D> numbers[hn::MaxLanes(d)];
  hn::Store(lanes, d, numbers);
  std::uint64_t sum = 0;
  for (const auto number : numbers) sum += static_cast<std::uint64_t>(number);
  return sum;
}

/// Sums of 16-bit products, two per lane.
class Products {
 public:
  using D16 = hn::CappedTag<std::int16_t, kPartPadding>;
  using D32 = hn::Repartition<std::int32_t, D16>;

  // Written out: GCC builds implicit constructors for the baseline target.
  Products() : even_(hn::Zero(D32())), odd_(hn::Zero(D32())) {}

  void add(hn::Vec<D16> a, hn::Vec<D16> b) {
    even_ = hn::ReorderWidenMulAccumulate(D32(), a, b, even_, odd_);
  }
  std::uint64_t sum() const { return total(D32(), even_) + total(D32(), odd_); }

 private:
  hn::Vec<D32> even_;
  hn::Vec<D32> odd_;
};

void correlate8(const PartRows<std::uint8_t>& part, PartSums& sums) {
  const Products::D16 d16;
  const hn::Rebind<std::uint8_t, Products::D16> d8;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d16));
  constexpr std::int64_t kMostChunks = 16384;  // 2 x 255^2 times this fits into 31 bits
  const std::int64_t chunks = (part.size.width + lanes - 1) / lanes;
  const std::int64_t atOnce = std::max<std::int64_t>(1, kMostChunks / chunks);
  const auto one = hn::Set(d16, 1);
  const auto last = hn::VecFromMask(
      d16, hn::FirstN(d16, static_cast<std::size_t>(part.size.width - (chunks - 1) * lanes)));
  for (std::int64_t first = 0; first < part.size.height; first += atOnce) {
    Products sum;
    Products squares;
    Products products;
    Products needleSum;
    Products needleSquares;
    for (std::int64_t y = first; y < std::min(part.size.height, first + atOnce); ++y) {
      const std::uint8_t* scene = part.scene + y * part.pitch;
      const auto* needle =
          reinterpret_cast<const std::int16_t*>(part.needle + y * part.needlePitch);
      const std::uint8_t* weights = part.weights + y * part.needlePitch;
      for (std::int64_t x = 0; x < part.size.width; x += lanes) {
        auto there = hn::Mul(hn::PromoteTo(d16, hn::LoadU(d8, scene + x)),
                             hn::PromoteTo(d16, hn::LoadU(d8, weights + x)));
        auto wanted = hn::LoadU(d16, needle + x);
        if (x + lanes >= part.size.width) {
          there = hn::And(there, last);
          wanted = hn::And(wanted, last);
        }
        sum.add(there, one);
        squares.add(there, there);
        products.add(there, wanted);
        needleSum.add(wanted, one);
        needleSquares.add(wanted, wanted);
      }
    }
    sums.window.sum += sum.sum();
    sums.window.squares += squares.sum();
    sums.window.products += products.sum();
    sums.sum += needleSum.sum();
    sums.squares += needleSquares.sum();
  }
}

void correlate16(const PartRows<std::uint16_t>& part, PartSums& sums) {
  for (std::int64_t y = 0; y < part.size.height; ++y) {
    const std::uint16_t* scene = part.scene + y * part.pitch;
    const std::uint16_t* needle = part.needle + y * part.needlePitch;
    const std::uint8_t* weights = part.weights + y * part.needlePitch;
    PartSums row;
    for (std::int64_t x = 0; x < part.size.width; ++x) {
      const std::uint32_t there = std::uint32_t{scene[x]} * weights[x];
      const std::uint32_t wanted = needle[x];
      row.window.sum += there;
      row.window.squares += there * there;
      row.window.products += there * wanted;
      row.sum += wanted;
      row.squares += wanted * wanted;
    }
    sums.window.sum += row.window.sum;
    sums.window.squares += row.window.squares;
    sums.window.products += row.window.products;
    sums.sum += row.sum;
    sums.squares += row.squares;
  }
}

using D8 = hn::ScalableTag<std::uint8_t>;
using HalfD8 = hn::Rebind<std::uint8_t, hn::Repartition<std::uint16_t, D8>>;

/// Averages of adjacent lanes of both.
hn::Vec<HalfD8> halvedLanes(hn::Vec<D8> above, hn::Vec<D8> below) {
  const hn::Repartition<std::uint16_t, D8> d16;
  const auto low = hn::Set(d16, 255);
  const auto a = hn::BitCast(d16, above);
  const auto b = hn::BitCast(d16, below);
  const auto left = hn::Add(hn::And(a, low), hn::And(b, low));
  const auto right = hn::Add(hn::ShiftRight<8>(a), hn::ShiftRight<8>(b));
  const auto mean = hn::ShiftRight<2>(hn::Add(hn::Add(left, right), hn::Set(d16, 2)));
  return hn::DemoteTo(HalfD8(), hn::BitCast(hn::RebindToSigned<decltype(d16)>(), mean));
}

std::int64_t halveBytes(const std::uint8_t* above, const std::uint8_t* below, std::int64_t count,
                        int channels, std::uint8_t* to) {
  const D8 d;
  const HalfD8 half;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(half));
  std::int64_t x = 0;
  if (channels == 1) {
    for (; x + lanes <= count; x += lanes) {
      hn::StoreU(halvedLanes(hn::LoadU(d, above + 2 * x), hn::LoadU(d, below + 2 * x)), half,
                 to + x);
    }
  }
  if (channels == 3) {
    for (; x + lanes <= count; x += lanes) {
      hn::Vec<D8> a0, a1, a2, b0, b1, b2;
      hn::LoadInterleaved3(d, above + 6 * x, a0, a1, a2);
      hn::LoadInterleaved3(d, below + 6 * x, b0, b1, b2);
      hn::StoreInterleaved3(halvedLanes(a0, b0), halvedLanes(a1, b1), halvedLanes(a2, b2), half,
                            to + 3 * x);
    }
  }
  if (channels == 4) {
    for (; x + lanes <= count; x += lanes) {
      hn::Vec<D8> a0, a1, a2, b0, b1, b2, alpha;
      hn::LoadInterleaved4(d, above + 8 * x, a0, a1, a2, alpha);
      hn::LoadInterleaved4(d, below + 8 * x, b0, b1, b2, alpha);
      hn::StoreInterleaved3(halvedLanes(a0, b0), halvedLanes(a1, b1), halvedLanes(a2, b2), half,
                            to + 3 * x);
    }
  }
  return x;
}

RowChanges sumChanges(ThreeRows rows, Columns columns) {
  RowChanges sums;
  sums.count = columns.count;
  for (std::int64_t i = 0; i < columns.count; ++i) {
    const std::int64_t x = columns.first + i * columns.every;
    const std::int32_t own = rows.row[x];
    const std::int32_t right = rows.row[x + 1] - own;
    const std::int32_t left = own - rows.row[x - 1];
    const std::int32_t down = rows.below[x] - own;
    const std::int32_t up = own - rows.above[x];
    const std::int64_t alongX = right * right + left * left;
    const std::int64_t alongY = down * down + up * up;
    const std::int64_t both = (right + left) * (down + up);
    const std::int64_t off = 2 * x + 1 - columns.width;
    sums.sum += own;
    sums.squares += own * own;
    sums.alongX += alongX;
    sums.alongY += alongY;
    sums.both += both;
    sums.nearX += off * alongX;
    sums.nearY += off * alongY;
    sums.nearBoth += off * both;
    sums.farX += off * off * alongX;
    sums.farY += off * off * alongY;
    sums.farBoth += off * off * both;
  }
  return sums;
}

bool valuesAt(const ByteSamples& samples, const Points& points, const WindowPlace& place,
              double* values) {
  double columns[Points::kMost];
  double rows[Points::kMost];
  const auto right = static_cast<double>(samples.size.width - 1);
  const auto bottom = static_cast<double>(samples.size.height - 1);
  std::int64_t outside = 0;
  for (std::int64_t i = 0; i < points.count; ++i) {
    const double column = place.columnOf(points.x[i], points.y[i]);
    const double row = place.rowOf(points.x[i], points.y[i]);
    outside += column >= 0 ? 0 : 1;
    outside += column < right ? 0 : 1;
    outside += row >= 0 ? 0 : 1;
    outside += row < bottom ? 0 : 1;
    columns[i] = column;
    rows[i] = row;
  }
  if (outside > 0) return false;
  const auto stride = static_cast<std::int32_t>(samples.stride);
  std::int32_t offsets[Points::kMost];
  for (std::int64_t i = 0; i < points.count; ++i) {
    const auto left = static_cast<std::int32_t>(columns[i]);
    const auto top = static_cast<std::int32_t>(rows[i]);
    offsets[i] = top * stride + left * samples.channels + points.channels[i];
    columns[i] -= left;
    rows[i] -= top;
  }
  std::uint8_t a[Points::kMost];
  std::uint8_t b[Points::kMost];
  std::uint8_t c[Points::kMost];
  std::uint8_t d[Points::kMost];
  for (std::int64_t i = 0; i < points.count; ++i) {
    const std::uint8_t* at = samples.first + offsets[i];
    a[i] = at[0];
    b[i] = at[samples.channels];
    c[i] = at[samples.stride];
    d[i] = at[samples.stride + samples.channels];
  }
  for (std::int64_t i = 0; i < points.count; ++i) {
    const double above =
        samples.times * a[i] * (1 - columns[i]) + samples.times * b[i] * columns[i];
    const double below =
        samples.times * c[i] * (1 - columns[i]) + samples.times * d[i] * columns[i];
    values[i] = above * (1 - rows[i]) + below * rows[i];
  }
  return true;
}

using Six = hn::CappedTag<double, 2>;
constexpr std::size_t kColumns = SixColumns::kColumns;
constexpr std::size_t kSixLanes = hn::MaxLanes(Six());

void addRows(const SixColumns& rows, const double* factors, double* sums) {
  const Six d;
  hn::Vec<Six> all[kColumns / kSixLanes];
  for (std::size_t k = 0; k < std::size(all); ++k) all[k] = hn::LoadU(d, sums + k * kSixLanes);
  for (std::int64_t i = 0; i < rows.count; ++i) {
    const auto factor = hn::Set(d, factors[i]);
    const double* row = rows.first + i * static_cast<std::int64_t>(kColumns);
    for (std::size_t k = 0; k < std::size(all); ++k) {
      all[k] = hn::Add(all[k], hn::Mul(hn::LoadU(d, row + k * kSixLanes), factor));
    }
  }
  for (std::size_t k = 0; k < std::size(all); ++k) hn::StoreU(all[k], d, sums + k * kSixLanes);
}

void addProducts(const SixColumns& rows, double* sums) {
  const Six d;
  constexpr std::size_t kParts = kColumns / kSixLanes;
  hn::Vec<Six> all[kColumns][kParts];
  for (std::size_t r = 0; r < kColumns; ++r) {
    for (std::size_t k = 0; k < kParts; ++k) {
      all[r][k] = hn::LoadU(d, sums + r * kColumns + k * kSixLanes);
    }
  }
  for (std::int64_t i = 0; i < rows.count; ++i) {
    const double* row = rows.first + i * static_cast<std::int64_t>(kColumns);
    for (std::size_t r = 0; r < kColumns; ++r) {
      const auto factor = hn::Set(d, row[r]);
      for (std::size_t k = r / kSixLanes; k < kParts; ++k) {
        all[r][k] = hn::Add(all[r][k], hn::Mul(hn::LoadU(d, row + k * kSixLanes), factor));
      }
    }
  }
  for (std::size_t r = 0; r < kColumns; ++r) {
    for (std::size_t k = 0; k < kParts; ++k) {
      hn::StoreU(all[r][k], d, sums + r * kColumns + k * kSixLanes);
    }
  }
}

}  // namespace
}  // namespace espy::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::pose {
namespace {

ESPY_SIMD_TABLE(correlate8);
ESPY_SIMD_TABLE(correlate16);

}  // namespace

void correlate(const PartRows<std::uint8_t>& part, PartSums& sums) {
  ESPY_SIMD_CALL(correlate8)(part, sums);
}
void correlate(const PartRows<std::uint16_t>& part, PartSums& sums) {
  ESPY_SIMD_CALL(correlate16)(part, sums);
}

ESPY_SIMD_DEFINE(halveBytes);
ESPY_SIMD_DEFINE(sumChanges);
ESPY_SIMD_DEFINE(valuesAt);
ESPY_SIMD_DEFINE(addRows);
ESPY_SIMD_DEFINE(addProducts);

}  // namespace espy::pose
#endif  // HWY_ONCE
