// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/average_tile.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/average_tile_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

/// sums += entering - leaving.
template <class Sample>
void slide(const Sample* entering, const Sample* leaving, std::int64_t count, std::uint32_t* sums) {
  for (std::int64_t x = 0; x < count; ++x) sums[x] += std::uint32_t{entering[x]} - leaving[x];
}

/// Writes sums of `side` neighbours, a power of two, and the rounded averages.
void meansAlong(const std::uint32_t* columns, std::int64_t count, int side, float scale,
                std::uint32_t* sums, std::uint8_t* means) {
  for (std::int64_t x = 0; x < count; ++x) sums[x] = columns[x] + columns[x + 1];
  for (int reach = 2; reach < side; reach *= 2) {
    for (std::int64_t x = 0; x < count; ++x) sums[x] += sums[x + reach];
  }
  for (std::int64_t x = 0; x < count; ++x) {
    const float mean = static_cast<float>(static_cast<std::int32_t>(sums[x])) * scale + 0.5F;
    means[x] = static_cast<std::uint8_t>(static_cast<std::int32_t>(mean));
  }
}

/// Deinterleaves bytes with stride `kSide`.
template <int kSide>
void dealOf(const std::uint8_t* bytes, std::int64_t count, std::int64_t apart, std::uint8_t* to) {
  for (int p = 0; p < kSide; ++p) {
    for (std::int64_t i = 0; i < count; ++i) to[p * apart + i] = bytes[kSide * i + p];
  }
}
void deinterleave(const std::uint8_t* bytes, int side, std::int64_t count, std::int64_t apart,
                  std::uint8_t* to) {
  if (side == 2) return dealOf<2>(bytes, count, apart, to);
  if (side == 4) return dealOf<4>(bytes, count, apart, to);
  if (side == 8) return dealOf<8>(bytes, count, apart, to);
  if (side == 16) return dealOf<16>(bytes, count, apart, to);
  for (int p = 0; p < side; ++p) {
    for (std::int64_t i = 0; i < count; ++i) to[p * apart + i] = bytes[side * i + p];
  }
}

/// Writes a row of averages and their squares, or adds them.
void takeMeans(const std::uint8_t* means, std::int64_t count, bool first, std::uint32_t* sums,
               std::uint32_t* squares) {
  if (first) {
    for (std::int64_t x = 0; x < count; ++x) {
      const std::uint32_t mean = means[x];
      sums[x] = mean;
      squares[x] = mean * mean;
    }
  } else {
    for (std::int64_t x = 0; x < count; ++x) {
      const std::uint32_t mean = means[x];
      sums[x] += mean;
      squares[x] += mean * mean;
    }
  }
}
void addShifted(const std::uint32_t* from, std::int64_t count, std::uint32_t* to) {
  for (std::int64_t x = 0; x < count; ++x) to[x] += from[x];
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLES(slide);
ESPY_SIMD_TABLE(meansAlong);
ESPY_SIMD_TABLE(deinterleave);
ESPY_SIMD_TABLE(takeMeans);
ESPY_SIMD_TABLE(addShifted);

/// Replaces each number by the sum of `terms` numbers at stride `apart`, by doubling. The last ones
/// are wrong, since they lack successors.
void sumApart(std::uint32_t* numbers, std::int64_t count, std::int64_t apart, std::int64_t terms,
              ScratchVector<std::uint32_t>& spare) {
  const auto addFrom = [&](const std::uint32_t* from, std::int64_t steps, std::uint32_t* to) {
    const std::int64_t reach = steps * apart;
    ESPY_SIMD_CALL(addShifted)(from + reach, std::max<std::int64_t>(count - reach, 0), to);
  };
  if ((terms & (terms - 1)) == 0) {
    for (std::int64_t done = 1; done < terms; done *= 2) addFrom(numbers, done, numbers);
    return;
  }
  // `spare` doubles; the sum combines the powers of two in `terms`.
  spare.assign(numbers, numbers + count);
  std::fill_n(numbers, count, 0U);
  std::int64_t reach = 0;
  for (std::int64_t bit = 1; bit <= terms; bit *= 2) {
    if ((terms & bit) != 0) {
      addFrom(spare.data(), reach, numbers);
      reach += bit;
    }
    if (2 * bit <= terms) addFrom(spare.data(), bit, spare.data());
  }
}

}  // namespace

template <class Sample>
void AverageTile::load(const picture::TilePlanes<Sample>& tile, int side, int unit) {
  side_ = side;
  channels_ = tile.channels();
  const std::int64_t width = tile.size().width;
  const std::int64_t padded = (width + 63) / 64 * 64;
  rows_ = tile.size().height - side + 1;
  width_ = (padded + side - 1) / side;
  means_.resize(static_cast<std::size_t>(channels_ * rows_ * side * width_ +
                                         picture::TilePlanes<std::uint8_t>::kPadding));
  // Doubling reads up to `side` numbers behind the end.
  columns_.resize(static_cast<std::size_t>(padded + 2 * side));
  sums_.resize(columns_.size());
  bytes_.resize(static_cast<std::size_t>(side * width_ + 2 * side));
  const float scale =
      1.0F / (static_cast<float>(side) * static_cast<float>(side) * static_cast<float>(unit));
  const std::vector<Sample> none(static_cast<std::size_t>(width), 0);
  const auto slideRow = ESPY_SIMD_PICK_OF(slide, Sample);
  std::fill(sums_.begin(), sums_.end(), 0U);
  for (int c = 0; c < channels_; ++c) {
    std::fill(columns_.begin(), columns_.end(), 0U);
    for (std::int64_t y = 0; y < tile.size().height; ++y) {
      slideRow(tile.row(c, y), y < side ? none.data() : tile.row(c, y - side), width,
               columns_.data());
      const std::int64_t first = y - side + 1;
      if (first < 0) continue;
      ESPY_SIMD_CALL(meansAlong)(columns_.data(), padded, side, scale, sums_.data(), bytes_.data());
      ESPY_SIMD_CALL(deinterleave)
      (bytes_.data(), side, width_, width_, means_.data() + (c * rows_ + first) * side * width_);
    }
  }
}

picture::TilePlanes<std::uint8_t> AverageTile::phase(std::int64_t phaseX, std::int64_t phaseY) {
  const std::int64_t pitch = side_ * width_;
  return {means_.data() + phaseY * pitch + phaseX * width_,
          {width_, (rows_ - phaseY + side_ - 1) / side_},
          channels_,
          side_ * pitch,
          rows_ * pitch};
}

void GridSums::load(const picture::TilePlanes<std::uint8_t>& phase, Size grid, Size count) {
  const std::int64_t width = count.width + grid.width - 1;
  const std::int64_t rows = count.height + grid.height - 1;
  pitch_ = (width + 15) / 16 * 16;
  const std::int64_t all = pitch_ * rows;
  sums_.resize(static_cast<std::size_t>(all));
  squares_.resize(sums_.size());
  for (std::int64_t y = 0; y < rows; ++y) {
    for (int c = 0; c < phase.channels(); ++c) {
      // Values behind the row's end are added, too, but never used.
      ESPY_SIMD_CALL(takeMeans)
      (phase.row(c, y), pitch_, c == 0, sums_.data() + y * pitch_, squares_.data() + y * pitch_);
    }
  }
  for (std::uint32_t* numbers : {sums_.data(), squares_.data()}) {
    sumApart(numbers, all, 1, grid.width, spare_);
    sumApart(numbers, all, pitch_, grid.height, spare_);
  }
}

template void AverageTile::load(const picture::TilePlanes<std::uint8_t>& tile, int side, int unit);
template void AverageTile::load(const picture::TilePlanes<std::uint16_t>& tile, int side, int unit);

}  // namespace espy::score
#endif  // HWY_ONCE
