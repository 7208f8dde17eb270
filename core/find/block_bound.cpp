// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/block_bound.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/simd.h"

namespace espy::find {
namespace {

constexpr int kPlaces = BlockBound::kPlaces;
/// A sum of so many single precision products is off by less than this share of the product of the
/// norms.
float roundingOf(std::size_t blocks) {
  return static_cast<float>(blocks + 8) * 1.2e-7F;
}

/// Sums of `side` neighbours, a power of two.
ESPY_SIMD_CLONES
void sumAlong(std::uint32_t* values, std::int64_t count, int side) {
  for (int reach = 1; reach < side; reach *= 2) {
    for (std::int64_t x = 0; x + reach < count; ++x) values[x] += values[x + reach];
  }
}
ESPY_SIMD_CLONES
void widen(const std::uint8_t* from, std::int64_t count, std::uint32_t* to) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = from[x];
}
ESPY_SIMD_CLONES
void widen(const std::uint16_t* from, std::int64_t count, std::uint32_t* to) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = from[x];
}
/// sums += entering - leaving, and what that is as a mean.
ESPY_SIMD_CLONES
void slide(const std::uint32_t* entering, const std::uint32_t* leaving, std::int64_t count,
           float scale, float centre, std::uint32_t* sums, float* means) {
  for (std::int64_t x = 0; x < count; ++x) {
    sums[x] += entering[x] - leaving[x];
    means[x] = static_cast<float>(static_cast<std::int32_t>(sums[x])) * scale - centre;
  }
}

/// Of neighbouring windows, summed up over their blocks.
struct BlockSums {
  alignas(64) float products[kPlaces];
  alignas(64) float sums[kPlaces];
  alignas(64) float squares[kPlaces];
};

using Lanes __attribute__((vector_size(64))) = float;
constexpr int kVectors = kPlaces * static_cast<int>(sizeof(float)) / 64;

/// Sums of products of the blocks' means and those of T.
ESPY_SIMD_CLONES
void sumProducts(const float* window, const std::int64_t* offsets, const float* values,
                 std::size_t count, float* result) {
  Lanes products[kVectors] = {};
  for (std::size_t b = 0; b < count; ++b) {
    const float* means = window + offsets[b];
    for (int v = 0; v < kVectors; ++v) {
      Lanes mean;
      std::memcpy(&mean, means + v * 16, sizeof mean);
      products[v] += mean * values[b];
    }
  }
  std::memcpy(result, products, sizeof products);
}
/// Sums of the blocks' means and of their squares.
ESPY_SIMD_CLONES
void sumMeans(const float* window, const std::int64_t* offsets, std::size_t count, float* sums,
              float* squares) {
  Lanes sum[kVectors] = {};
  Lanes square[kVectors] = {};
  for (std::size_t b = 0; b < count; ++b) {
    const float* means = window + offsets[b];
    for (int v = 0; v < kVectors; ++v) {
      Lanes mean;
      std::memcpy(&mean, means + v * 16, sizeof mean);
      sum[v] += mean;
      square[v] += mean * mean;
    }
  }
  std::memcpy(sums, sum, sizeof sum);
  std::memcpy(squares, square, sizeof square);
}

ESPY_SIMD_CLONES
void takeWithSquares(const float* from, std::int64_t count, float* to, float* squares) {
  for (std::int64_t i = 0; i < count; ++i) {
    to[i] = from[i];
    squares[i] = from[i] * from[i];
  }
}
/// Sums of the differences of the blocks' means and those of T.
ESPY_SIMD_CLONES
void sumDifferences(const float* window, const std::int64_t* offsets, const float* values,
                    std::size_t count, float* result) {
  Lanes sums[kVectors] = {};
  for (std::size_t b = 0; b < count; ++b) {
    const float* means = window + offsets[b];
    for (int v = 0; v < kVectors; ++v) {
      Lanes mean;
      std::memcpy(&mean, means + v * 16, sizeof mean);
      const Lanes off = mean - values[b];
      sums[v] += off < 0 ? -off : off;
    }
  }
  std::memcpy(result, sums, sizeof sums);
}

/// Sums of rows that are `apart` numbers from each other.
ESPY_SIMD_CLONES
void sumRows(const float* from, std::int64_t apart, int rows, float* sums) {
  Lanes sum[kVectors] = {};
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      Lanes numbers;
      std::memcpy(&numbers, from + r * apart + v * 16, sizeof numbers);
      sum[v] += numbers;
    }
  }
  std::memcpy(sums, sum, sizeof sum);
}

/// to += from, number by number.
ESPY_SIMD_CLONES
void addNumbers(const float* from, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
}
ESPY_SIMD_CLONES
void addSquared(const float* from, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += from[i] * from[i];
}

/// numbers[i] becomes the sum of `terms` numbers from there on, `apart` from each other; by
/// doubling, so few steps do. What reaches over the end is undefined.
void sumApart(float* numbers, std::int64_t count, std::int64_t apart, int terms,
              WorkVector<float>& spare) {
  const auto twice = [&](float* sums, std::int64_t reach) {
    addNumbers(sums + reach, std::max<std::int64_t>(count - reach, 0), sums);
  };
  const int whole = static_cast<int>(std::bit_floor(static_cast<unsigned>(terms)));
  if (whole == terms) {
    for (int bit = 1; bit < terms; bit *= 2) twice(numbers, bit * apart);
    return;
  }
  // `spare` doubles; the powers of two that `terms` is made of are taken from it in turn.
  spare.assign(numbers, numbers + count);
  std::fill_n(numbers, count, 0.0F);
  std::int64_t reach = 0;
  for (int bit = 1; bit <= terms; bit *= 2) {
    if ((terms & bit) != 0) {
      addNumbers(spare.data() + reach, std::max<std::int64_t>(count - reach, 0), numbers);
      reach += bit * apart;
    }
    if (bit < whole) twice(spare.data(), bit * apart);
  }
}

/// The places whose means lie in the cone around T's: cosine^2 >= `least`. `norm2` is the sum of
/// the squares of T's.
ESPY_SIMD_CLONES
void inCone(const float* products, const float* sums, const float* squares, float blocks,
            float rounding, float norm2, float least, std::uint8_t* may) {
  const float inverse = 1 / blocks;
  const float leastProduct = least * norm2;
  // A root is not greater than (its square / g + g) / 2, for any g; this one is of the right size.
  const float guess = 32 * blocks;
  const float perSquare = rounding / 2 * norm2 / guess;
  const float constant = rounding / 2 * guess;
  for (int i = 0; i < kPlaces; ++i) {
    const float variance = squares[i] - sums[i] * sums[i] * inverse - 4 * rounding * squares[i];
    const float slack = squares[i] * perSquare + constant;
    const float product = products[i] + slack;
    const float enough = leastProduct * (variance > 0 ? variance : 0);
    const bool is = (product >= 0) & (product * product >= enough);
    may[i] = is ? 1 : 0;
  }
}

/// The places whose means are within a distance^2 of T's.
ESPY_SIMD_CLONES
void inReach(const float* products, const float* squares, float needle, float rounding, float most,
             std::uint8_t* may) {
  for (int i = 0; i < kPlaces; ++i) {
    const float distance = squares[i] - 2 * products[i] + needle;
    may[i] = distance - 4 * rounding * (squares[i] + needle) <= most ? 1 : 0;
  }
}

/// One bit for each byte, which is 0 or 1.
std::uint64_t bitsOf(const std::uint8_t* may) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < kPlaces / 8; ++i) {
    std::uint64_t eight;
    std::memcpy(&eight, may + 8 * i, sizeof eight);
    // Moves byte k's bit to bit 56 + k; nothing carries.
    bits |= (eight * 0x0102040810204080U) >> 56U << (8 * i);
  }
  return bits;
}

bool isOpaqueBlock(const ScoredNeedle& needle, std::int64_t x, std::int64_t y, int side) {
  for (std::int64_t dy = 0; dy < side; ++dy) {
    for (std::int64_t dx = 0; dx < side; ++dx) {
      if (needle.weight(x + dx, y + dy) == 0) return false;
    }
  }
  return true;
}

}  // namespace

template <class Sample>
void BlockMeans::load(const TilePlanes<Sample>& tile, int side, float centre) {
  side_ = side;
  centre_ = centre;
  channels_ = tile.channels();
  gridColumns_ = gridRows_ = 0;
  const std::int64_t width = tile.size().width;
  rows_ = tile.size().height - side + 1;
  pitch_ = (width + kPlaces + 15) / 16 * 16;
  means_.resize(static_cast<std::size_t>(pitch_ * rows_ * tile.channels() + kPlaces));
  // The last `side` rows of sums along the row, one row of zeros, and the sums of blocks.
  const auto ring = static_cast<std::int64_t>(side) + 1;
  sums_.assign(static_cast<std::size_t>(pitch_ * (ring + 1)), 0);
  std::uint32_t* blocks = sums_.data() + ring * pitch_;
  const float scale = 1.0F / (static_cast<float>(side) * static_cast<float>(side));
  std::vector<float> unused(static_cast<std::size_t>(pitch_));
  for (int c = 0; c < tile.channels(); ++c) {
    std::fill(sums_.begin(), sums_.end(), 0U);
    for (std::int64_t y = 0; y < tile.size().height; ++y) {
      std::uint32_t* entering = sums_.data() + y % ring * pitch_;
      const std::uint32_t* leaving = sums_.data() + (y + 1) % ring * pitch_;
      widen(tile.row(c, y), width, entering);
      sumAlong(entering, width, side);
      const std::int64_t first = y - side + 1;
      float* to = first < 0 ? unused.data() : means_.data() + (c * rows_ + first) * pitch_;
      slide(entering, leaving, width, scale, centre, blocks, to);
    }
  }
}

void BlockMeans::sumGrid(int columns, int rows) {
  if (columns == gridColumns_ && rows == gridRows_) return;
  gridColumns_ = columns;
  gridRows_ = rows;
  const std::int64_t count = pitch_ * rows_;
  gridSums_.resize(static_cast<std::size_t>(count + kPlaces));
  gridSquares_.resize(static_cast<std::size_t>(count + kPlaces));
  WorkVector<float> spare;
  for (std::int64_t y = 0; y < rows_; ++y) {
    float* sums = gridSums_.data() + y * pitch_;
    float* squares = gridSquares_.data() + y * pitch_;
    takeWithSquares(row(0, y), pitch_, sums, squares);
    for (int c = 1; c < channels_; ++c) {
      addNumbers(row(c, y), pitch_, sums);
      addSquared(row(c, y), pitch_, squares);
    }
    sumApart(sums, pitch_, side_, columns, spare);
    sumApart(squares, pitch_, side_, columns, spare);
  }
  sumApart(gridSums_.data(), count, side_ * pitch_, rows, spare);
  sumApart(gridSquares_.data(), count, side_ * pitch_, rows, spare);
}

BlockBound::BlockBound(const ScoredNeedle& needle, Method method, int side)
    : method_(method), side_(side) {
  columns_ = static_cast<int>(needle.size.width / side);
  rows_ = static_cast<int>(needle.size.height / side);
  double sum = 0;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 0; y + side <= needle.size.height; y += side) {
      for (std::int64_t x = 0; x + side <= needle.size.width; x += side) {
        if (!isOpaqueBlock(needle, x, y, side)) continue;
        double mean = 0;
        for (std::int64_t dy = 0; dy < side; ++dy) {
          for (std::int64_t dx = 0; dx < side; ++dx) mean += needle.row(c, y + dy)[x + dx];
        }
        mean /= static_cast<double>(side) * side;
        sum += mean;
        blocks_.push_back({c, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                           static_cast<float>(mean), 0});
      }
    }
  }
  if (blocks_.empty()) return;
  wholeGrid_ = static_cast<std::int64_t>(blocks_.size()) ==
               std::int64_t{columns_} * rows_ * needle.form.channels;
  const double centre = sum / static_cast<double>(blocks_.size());
  double squares = 0;
  for (Block& block : blocks_) {
    block.centered = static_cast<float>(block.mean - centre);
    squares += static_cast<double>(block.centered) * static_cast<double>(block.centered);
  }
  const auto n = static_cast<double>(needle.sums.samples);
  const double variance = static_cast<double>(needle.sums.variance()) / n;
  share_ = variance > 0 ? squares * side * side / variance : 0;
  maxValue_ = static_cast<double>(needle.sums.maxValue);
  greatest_ = maxValue_ * (method == Method::ssd ? maxValue_ : 1) * n;
}

bool BlockBound::helps(double minScore, double leastCosine) const {
  if (blocks_.size() < 4) return false;
  if (method_ != Method::zncc) return minScore > 0.5;
  const double open = 1 - leastCosine * leastCosine;
  return minScore > 0 && minScore * minScore > 1 - share_ * open;
}

BlockBound::Question::Question(const BlockBound& bound, const BlockMeans& means, double minScore,
                               bool often, bool manyNeedles)
    : method_(bound.method_),
      runs_(!bound.wholeGrid_ || !often ? 0
            : manyNeedles               ? 1
                                        : bound.rows_),
      runStep_(bound.side_ * means.pitch()) {
  for (const Block& block : bound.blocks_) {
    const float value = method_ == Method::zncc ? block.centered : block.mean - means.centre();
    values_.push_back(value);
    norm_ += value * value;
    offsets_.push_back(means.row(block.channel, block.y) + block.x - means.row(0, 0));
  }
  if (method_ != Method::zncc) {
    const double area = static_cast<double>(bound.side_) * bound.side_;
    const double most = ((1 - minScore) * bound.greatest_ * (1 + 1e-6) + 1) / area;
    limit_ = static_cast<float>(most * (1 + 1e-6));
    // Each mean and each difference is rounded once.
    slack_ = static_cast<float>(2.4e-7 * bound.maxValue_ * static_cast<double>(values_.size()));
  } else {
    const double open = 1 - bound.share_;
    const double least = (minScore * minScore - open) / bound.share_ * (1 - 1e-4);
    limit_ = static_cast<float>(std::max(least, 0.0));
  }
}

std::uint64_t BlockBound::Question::mayReach(const BlockMeans& means, std::int64_t x,
                                             std::int64_t y) const {
  const float* window = means.row(0, y) + x;
  BlockSums all;
  if (method_ == Method::sad) {
    sumDifferences(window, offsets_.data(), values_.data(), values_.size(), all.sums);
    const float rounding = roundingOf(values_.size());
    std::uint8_t near[kPlaces];
    for (int i = 0; i < kPlaces; ++i) {
      near[i] = all.sums[i] - rounding * all.sums[i] - slack_ <= limit_ ? 1 : 0;
    }
    return bitsOf(near);
  }
  sumProducts(window, offsets_.data(), values_.data(), values_.size(), all.products);
  if (runs_ > 0) {
    sumRows(means.gridSums(y) + x, runStep_, runs_, all.sums);
    sumRows(means.gridSquares(y) + x, runStep_, runs_, all.squares);
  } else {
    sumMeans(window, offsets_.data(), offsets_.size(), all.sums, all.squares);
  }
  std::uint8_t may[kPlaces];
  const float rounding = roundingOf(values_.size());
  if (method_ == Method::ssd) {
    inReach(all.products, all.squares, norm_, rounding, limit_, may);
  } else {
    inCone(all.products, all.sums, all.squares, static_cast<float>(values_.size()), rounding, norm_,
           limit_, may);
  }
  return bitsOf(may);
}

std::vector<BlockBound> boundsFor(const ScoredNeedle& needle, Method method, double minScore,
                                  std::size_t needles) {
  // With more blocks, or a wider cone, than this, all places are transformed in less time than they
  // are asked; with many needles even sooner, since they share the way to their spectra.
  const std::size_t mostBlocks = needles > 2 ? 20 : 128;
  const double leastCosine = needles > 2 ? 0.8 : 0.63;
  // And with more than this, the windows that are left are computed in less time.
  const std::size_t mostFineBlocks = needle.values.size() / 64;
  std::vector<BlockBound> bounds;
  const std::int64_t shorter = std::min(needle.size.width, needle.size.height);
  // Means of larger blocks of 16-bit samples have more bits than a single precision number.
  const int largest = needle.form.depth == Depth::u8 ? 64 : 16;
  for (int side = largest; side >= 2 && bounds.size() < kMostBounds; side /= 2) {
    if (side * 2 > shorter) continue;
    BlockBound bound(needle, method, side);
    const std::size_t most = bounds.empty() ? mostBlocks : mostFineBlocks;
    if (bound.blocks() > most) break;
    if (bound.blocks() >= 9 && bound.helps(minScore, leastCosine))
      bounds.push_back(std::move(bound));
  }
  return bounds;
}

template void BlockMeans::load(const TilePlanes<std::uint8_t>&, int, float);
template void BlockMeans::load(const TilePlanes<std::uint16_t>&, int, float);

}  // namespace espy::find
