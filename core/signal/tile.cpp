// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/tile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/tile_loops.h"

namespace espy::signal {
namespace {

/// In longer rows the rounding of the mean may exceed the limit of constancy.
constexpr std::int64_t kMostConstant = 1 << 18;

double rootMeanSquare(std::span<const float> samples) {
  double sum = 0;
  for (const float sample : samples) sum += static_cast<double>(sample) * sample;
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

}  // namespace

float FloatGuard::limit(double rootLimit) const {
  const double root = rootLimit * unit + slack;
  const double limit = (isSad ? root : root * root) * grown * (1 + 1e-6);
  return limit < 3e38 ? static_cast<float>(limit) : std::numeric_limits<float>::infinity();
}

double FloatGuard::leastSum(double sum) const {
  const double least = sum / grown * (1 - 1e-6);
  const double root = std::max(0.0, (isSad ? least : std::sqrt(least)) - slack) / unit;
  return isSad ? root : root * root;
}

double FloatGuard::mostSum(double sum) const {
  constexpr double kUnknown = 1e15;  // such a sum may include clamped floats
  if (sum > kUnknown) return std::numeric_limits<double>::infinity();
  const double most = sum * grown * (1 + 1e-6);
  const double root = ((isSad ? most : std::sqrt(most)) + slack) / unit;
  return isSad ? root : root * root;
}

/// Scales samples to about 1. Without a deviation what is left is rounding, which may be beyond
/// float.
double FloatQuery::gainFor(double deviation) const {
  if (isUsable(deviation)) return 1 / deviation;
  double farthest = 1;
  for (const double sample : exact) farthest = std::max(farthest, std::abs(sample - centre));
  return 1 / farthest;
}

FloatQuery::FloatQuery(const MotifTask& task, std::span<const double> row)
    : exact(row.begin(), row.end()) {
  const MotifNormalise how = normaliseOf(task);
  if (how == MotifNormalise::none || how == MotifNormalise::mean) {
    const RowLevel level = levelOfRow(row, MotifNormalise::z);
    if (how == MotifNormalise::none) centre = level.mean;
    gain = gainFor(level.deviation);
  }
  for (const double sample : exact) {
    samples.push_back(static_cast<float>((sample - centre) * gain));
  }
  size = rootMeanSquare(samples);
  const std::vector<double> zeros(exact.size(), 0);
  flat = sumOf(task.options.method, exact, zeros);
}

void Tile::prepare(const MotifTask& task, std::int64_t channel, const RowLevel& level,
                   const FloatQuery& like, std::int64_t first, std::int64_t count,
                   std::int64_t length) {
  how_ = normaliseOf(task);
  isSad_ = task.options.method == MotifMethod::sad;
  band_ = task.options.method == MotifMethod::dtw ? std::min(bandOf(task), length) : 0;
  first_ = first;
  count_ = count;
  length_ = length;
  rounding_ = std::ldexp(static_cast<double>(2 * length + 8), -24);
  const auto n = static_cast<double>(length);
  perUnit_ = std::ldexp(isSad_ ? n : std::sqrt(n * static_cast<double>(2 * band_ + 1)), -21);
  readSamples(task, channel, level, like);
  sumUp();
  classifyWindows();
  markGapsAndConstants();
}

void Tile::readSamples(const MotifTask& task, std::int64_t channel, const RowLevel& level,
                       const FloatQuery& like) {
  const std::int64_t size = count_ + length_ - 1;
  raw_.resize(static_cast<std::size_t>(size));
  task.data[channel].read(first_, raw_);
  double centre = like.centre;
  gain_ = like.gain;
  if (how_ == MotifNormalise::global) {
    centre = level.mean;
    gain_ = level.deviation > 0 ? 1 / level.deviation : 0;
  } else if (how_ != MotifNormalise::none) {
    const RowLevel rough = roughLevel();
    centre = rough.mean;
    if (how_ == MotifNormalise::z) {
      gain_ = isUsable(rough.deviation) ? 1 / rough.deviation : 1;
    }
  }
  samples_.resize(static_cast<std::size_t>(size + kPad));
  centre_ = centre * gain_;
  hasGaps_ = convertSamples(raw_.data(), size, centre, gain_, samples_.data()) > 0;
  std::fill(samples_.begin() + size, samples_.end(), 0.0F);
}

/// Median and spread of a sample, robust against outliers: it only keeps floats near 0.
RowLevel Tile::roughLevel() const {
  constexpr std::size_t kSome = 256;
  const std::size_t step = std::max<std::size_t>(1, raw_.size() / kSome);
  std::vector<double> some;
  for (std::size_t i = 0; i < raw_.size(); i += step) {
    if (!isGap(raw_[i])) some.push_back(raw_[i]);
  }
  if (some.empty()) return {0, 0};
  const auto middleOf = [](std::vector<double>& numbers) {
    const auto middle = numbers.begin() + std::ssize(numbers) / 2;
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
  };
  const RowLevel usual = levelOfRow(some, MotifNormalise::z);
  const double middle = middleOf(some);
  for (double& sample : some) sample = std::abs(sample - middle);
  const double apart = middleOf(some);
  return {middle, apart > 0 ? 1.5 * apart : usual.deviation};
}

/// Window sums without cancellation: each is a suffix sum of one block plus a prefix sum of the
/// next, blocks being as long as a window.
void Tile::sumUp() {
  const std::int64_t size = count_ + length_ - 1;
  sums_.assign(static_cast<std::size_t>(count_), 0);
  squares_.assign(static_cast<std::size_t>(count_), 0);
  for (std::int64_t block = 0; block < size; block += length_) {
    // Suffix sums, for windows that begin in the previous block.
    double sum = 0;
    double square = 0;
    for (std::int64_t i = block - 1; i >= std::max<std::int64_t>(0, block - length_ + 1); --i) {
      const auto x = static_cast<double>(samples_[i]);
      sum += x;
      square += x * x;
      if (i < count_) {
        sums_[i] = sum;
        squares_[i] = square;
      }
    }
    sum = 0;
    square = 0;
    for (std::int64_t i = block; i < std::min(size, block + length_); ++i) {
      const auto x = static_cast<double>(samples_[i]);
      sum += x;
      square += x * x;
      const std::int64_t window = i - length_ + 1;
      if (window >= 0) {
        sums_[window] += sum;
        squares_[window] += square;
      }
    }
  }
}

void Tile::classifyWindows() {
  const auto padded = static_cast<std::size_t>(count_ + kPad);
  factors_.resize(padded);
  shifts_.resize(padded);
  slacks_.resize(padded);
  unsure_.resize(padded);
  std::fill(factors_.begin() + count_, factors_.end(), 0.0F);
  std::fill(shifts_.begin() + count_, shifts_.end(), 0.0F);
  const auto n = static_cast<double>(length_);
  // The definition adds sample by sample, and each sum is rounded.
  const double perNumber = std::ldexp(perUnit_, 21) * n * 0x1p-51;
  const WindowSums of{sums_.data(), squares_.data(), count_, n, centre_, perUnit_, perNumber};
  const WindowScales to{factors_.data(), shifts_.data(), slacks_.data(), unsure_.data()};
  const double others = how_ == MotifNormalise::z
                            ? standardiseWindows(of, to)
                            : shiftWindows(of, how_ == MotifNormalise::mean, to);
  others_ = static_cast<std::int64_t>(others);
  doubtful_ = 0;
  states_.assign(padded, WindowState::plain);
  if (others_ == 0) return;
  const bool mayBeFlat = length_ <= kMostConstant;
  for (std::int64_t place = 0; place < count_; ++place) {
    if (unsure_[place] == 0) continue;
    const bool flat = unsure_[place] == 2 && mayBeFlat;
    states_[place] = flat ? WindowState::flat : WindowState::doubtful;
    doubtful_ += flat ? 0 : 1;
  }
}

/// Whether a constant run as long as a window is possible: one sample per window length is checked.
bool Tile::mayHaveConstants() const {
  const std::int64_t size = std::ssize(raw_);
  for (std::int64_t i = 0; i < size; i += length_) {
    if (i > 0 && raw_[i] == raw_[i - 1]) return true;
    if (i + 1 < size && raw_[i] == raw_[i + 1]) return true;
  }
  return length_ == 1;
}

void Tile::markGapsAndConstants() {
  const bool constants =
      how_ == MotifNormalise::z && length_ <= kMostConstant && mayHaveConstants();
  if (!hasGaps_ && !constants) return;
  std::int64_t gapAt = -1;
  std::int64_t same = 0;
  for (std::int64_t i = 0; i < count_ + length_ - 1; ++i) {
    if (isGap(raw_[i])) gapAt = i;
    same = i > 0 && raw_[i] == raw_[i - 1] ? same + 1 : 1;
    const std::int64_t place = i - length_ + 1;
    if (place < 0) continue;
    const bool isFlat = constants && same >= length_;
    if (gapAt < place && !isFlat) continue;
    if (states_[place] == WindowState::doubtful) --doubtful_;
    if (states_[place] != WindowState::plain) --others_;
    states_[place] = gapAt >= place ? WindowState::gap : WindowState::flat;
    ++others_;
  }
}

void Tile::copyWindow(std::int64_t place, float* out) const {
  scaleAndShift(samples_.data() + place, length_, factors_[place], shifts_[place], out);
}

/// Floats far below 1 lose digits.
double Tile::slackOf(const FloatQuery& query) const {
  constexpr double kSmallest = 1e-30;
  return perUnit_ * (query.size + kSmallest);
}

void Tile::fillPlaceLimits(const FloatQuery& query, double rootLimit, float* limits) const {
  const double root = rootLimit * unit() + slackOf(query);
  fillLimits(slacks_.data(), count_, isSad_, root, (1 + 2 * rounding_) * (1 + 1e-6), limits);
  if (!allPlain()) {
    for (std::int64_t place = 0; place < count_; ++place) {
      if (states_[place] != WindowState::plain) limits[place] = -1;
    }
  }
  std::fill(limits + count_, limits + count_ + kPad, -1.0F);
}

/// Scale of float differences against exact ones.
double Tile::unit() const {
  return how_ == MotifNormalise::none || how_ == MotifNormalise::mean ? gain_ : 1;
}

}  // namespace espy::signal
