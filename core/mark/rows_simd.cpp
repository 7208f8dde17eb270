// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "mark/rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "espy/find.h"
#include "picture/formats.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mark/rows_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::mark::HWY_NAMESPACE {
namespace {

/// out[i] = of(a[i], b[i]) for a block. One operation per loop, each rounded once: a product and a
/// sum in one loop could become a fused operation.
template <class Of>
ESPY_INLINE void each(const double* a, const double* b, double* out, const Of& of) {
  for (std::int64_t i = 0; i < kBlockPixels; ++i) out[i] = of(a[i], b[i]);
}

void apply(Operation operation, const double* a, const double* b, double* out) {
  switch (operation) {
    case Operation::add:
      return each(a, b, out, [](double p, double q) { return p + q; });
    case Operation::subtract:
      return each(a, b, out, [](double p, double q) { return p - q; });
    case Operation::multiply:
      return each(a, b, out, [](double p, double q) { return p * q; });
    case Operation::divide:
      return each(a, b, out, [](double p, double q) { return q == 0 ? 0 : p / q; });
    case Operation::less:
      return each(a, b, out, [](double p, double q) { return p < q ? 1.0 : 0.0; });
    case Operation::lessOrEqual:
      return each(a, b, out, [](double p, double q) { return p <= q ? 1.0 : 0.0; });
    case Operation::greater:
      return each(a, b, out, [](double p, double q) { return p > q ? 1.0 : 0.0; });
    case Operation::greaterOrEqual:
      return each(a, b, out, [](double p, double q) { return p >= q ? 1.0 : 0.0; });
    case Operation::equal:
      return each(a, b, out, [](double p, double q) { return p == q ? 1.0 : 0.0; });
    case Operation::unequal:
      return each(a, b, out, [](double p, double q) { return p != q ? 1.0 : 0.0; });
    case Operation::both:
      return each(a, b, out, [](double p, double q) { return ((p != 0) & (q != 0)) ? 1.0 : 0.0; });
    case Operation::either:
      return each(a, b, out, [](double p, double q) { return ((p != 0) | (q != 0)) ? 1.0 : 0.0; });
    case Operation::least:
      return each(a, b, out, [](double p, double q) { return q < p ? q : p; });
    case Operation::most:
      return each(a, b, out, [](double p, double q) { return p < q ? q : p; });
    case Operation::negate:
      return each(a, b, out, [](double p, double) { return -p; });
    case Operation::invert:
      return each(a, b, out, [](double p, double) { return p == 0 ? 1.0 : 0.0; });
    case Operation::magnitude:
      return each(a, b, out, [](double p, double) { return std::fabs(p); });
    case Operation::number:
    case Operation::quantity:
      return;
  }
}

/// The quantities of a block, computed where the expression names them.
class Quantities {
 public:
  Quantities(const WhereRow& row) : row_(row) {
    if (row.format.colourChannels() == 1) green_ = blue_ = Quantity::red;
  }

  const double* of(Quantity quantity) const {
    if (quantity == Quantity::green) quantity = green_;
    if (quantity == Quantity::blue) quantity = blue_;
    return at(quantity);
  }

  /// The quantities that are the same in all blocks.
  void startRow() const {
    fill(Quantity::y, static_cast<double>(row_.y));
    fill(Quantity::width, static_cast<double>(row_.picture.width));
    fill(Quantity::height, static_cast<double>(row_.picture.height));
    if (!row_.format.hasAlpha()) fill(Quantity::alpha, row_.format.maxValue());
  }

  /// Pixels first .. first + pixels - 1 of the row; the rest of the block keeps old values.
  void load(std::int64_t first, std::int64_t pixels) const {
    picture::withFormat(row_.format, [&]<class Sample, int channels>() {
      loadSamples<Sample, channels>(picture::samplesOf<Sample>(row_.samples) + first * channels,
                                    pixels);
    });
    if (named(Quantity::x)) {
      double* out = at(Quantity::x);
      const auto x = static_cast<double>(row_.x + first);
      for (int i = 0; i < kBlockPixels; ++i) out[i] = x + i;
    }
    if (row_.where->named & (bit(Quantity::value) | bit(Quantity::lightness) |
                             bit(Quantity::saturation) | bit(Quantity::hue))) {
      loadColours();
    }
  }

 private:
  static std::uint32_t bit(Quantity quantity) { return 1U << static_cast<int>(quantity); }
  bool named(Quantity quantity) const { return (row_.where->named & bit(quantity)) != 0; }
  double* at(Quantity quantity) const {
    return row_.values + static_cast<int>(quantity) * kBlockPixels;
  }
  void fill(Quantity quantity, double value) const {
    if (named(quantity)) std::fill_n(at(quantity), kBlockPixels, value);
  }

  template <class Sample, int channels>
  void loadSamples(const Sample* samples, std::int64_t pixels) const {
    // Hue and the like need all three.
    constexpr int kColours = channels >= 3 ? 3 : 1;
    for (int c = 0; c < kColours; ++c) {
      double* out = at(static_cast<Quantity>(c));
      for (std::int64_t i = 0; i < pixels; ++i) out[i] = samples[i * channels + c];
    }
    if (channels % 2 == 0 && named(Quantity::alpha)) {
      double* out = at(Quantity::alpha);
      for (std::int64_t i = 0; i < pixels; ++i) out[i] = samples[i * channels + channels - 1];
    }
    if (!named(Quantity::grey)) return;
    constexpr int kGreen = kColours == 3 ? 1 : 0;
    constexpr int kBlue = kColours == 3 ? 2 : 0;
    double* out = at(Quantity::grey);
    for (std::int64_t i = 0; i < pixels; ++i) {
      const Sample* pixel = samples + i * channels;
      out[i] = (299U * pixel[0] + 587U * pixel[kGreen] + 114U * pixel[kBlue] + 500U) / 1000U;
    }
  }

  void loadColours() const {
    const double* red = of(Quantity::red);
    const double* green = of(Quantity::green);
    const double* blue = of(Quantity::blue);
    double* hue = at(Quantity::hue);
    double* saturation = at(Quantity::saturation);
    double* value = at(Quantity::value);
    double* lightness = at(Quantity::lightness);
    for (std::int64_t i = 0; i < kBlockPixels; ++i) {
      const double r = red[i];
      const double g = green[i];
      const double b = blue[i];
      const double most = std::max(std::max(r, g), b);
      const double least = std::min(std::min(r, g), b);
      const double range = most - least;
      // No sum follows a product, so nothing can be fused.
      const double fromRed = (g - b) / range;
      double sixths = fromRed < 0 ? fromRed + 6 : fromRed;
      sixths = most == r ? sixths : most == g ? (b - r) / range + 2 : (r - g) / range + 4;
      hue[i] = range == 0 ? 0 : 60 * sixths;
      saturation[i] = most == 0 ? 0 : range / most * 100;
      value[i] = most;
      lightness[i] = (most + least) / 2;
    }
  }

  const WhereRow& row_;
  Quantity green_ = Quantity::green;
  Quantity blue_ = Quantity::blue;
};

/// Evaluates a block; returns its values.
const double* evaluate(const Expression& where, const Quantities& quantities, double* stack) {
  std::array<const double*, kMostDepth> values{};
  std::size_t top = 0;  // values on the stack
  for (const Step& step : where.steps) {
    if (step.operation == Operation::quantity) {
      values[top++] = quantities.of(step.quantity);
      continue;
    }
    const auto operands = static_cast<std::size_t>(operandsOf(step.operation));
    const std::size_t first = top - operands;
    double* out = stack + static_cast<std::int64_t>(first) * kBlockPixels;
    if (step.operation == Operation::number) {
      std::fill_n(out, kBlockPixels, step.number);
    } else {
      apply(step.operation, values[first], values[top - 1], out);
    }
    values[first] = out;
    top = first + 1;
  }
  return values[0];
}

void screenWhereRow(const WhereRow& row) {
  const Quantities quantities(row);
  quantities.startRow();
  double* stack = row.values + kQuantities * kBlockPixels;
  for (std::int64_t first = 0; first < row.pixels; first += kBlockPixels) {
    const std::int64_t pixels = std::min(kBlockPixels, row.pixels - first);
    quantities.load(first, pixels);
    const double* values = evaluate(*row.where, quantities, stack);
    std::uint8_t* flags = row.flags + first;
    for (std::int64_t i = 0; i < pixels; ++i) flags[i] = values[i] != 0 ? kFlagInside : 0;
  }
}

/// A block of a row, with a pixel more on either side.
template <class Sample, int channels>
class Gradients {
 public:
  /// Pixels from column `x` on.
  void load(const EdgeRow& row, std::int64_t x, std::int64_t pixels) {
    const auto* above = picture::samplesOf<Sample>(row.above);
    const auto* here = picture::samplesOf<Sample>(row.here);
    const auto* below = picture::samplesOf<Sample>(row.below);
    const auto take = [&](std::int64_t from, std::int64_t to, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t up = above[from + i];
        const std::int32_t down = below[from + i];
        sums_[to + i] = up + 2 * here[from + i] + down;
        rises_[to + i] = down - up;
      }
    };
    take(x * channels, channels, pixels * channels);
    take(std::max<std::int64_t>(x - 1, 0) * channels, 0, channels);
    take(std::min(x + pixels, row.width - 1) * channels, (pixels + 1) * channels, channels);
  }

  void flag(int least, std::int64_t pixels, std::uint8_t* flags) {
    // Squares of 8-bit gradients fit 32 bits; those of 16-bit ones are exact as double.
    using Square = std::conditional_t<sizeof(Sample) == 1, std::int32_t, double>;
    const auto limit = static_cast<Square>(std::min<double>(
        double{1} * least * least, sizeof(Sample) == 1 ? std::numeric_limits<std::int32_t>::max()
                                                       : std::numeric_limits<double>::max()));
    for (std::int64_t i = 0; i < pixels * channels; ++i) {
      const Square across = sums_[i + 2 * channels] - sums_[i];
      const Square down = rises_[i] + 2 * rises_[i + channels] + rises_[i + 2 * channels];
      inside_[i] = across * across + down * down >= limit ? kFlagInside : kFlagNothing;
    }
    constexpr int kColours = channels >= 3 ? 3 : 1;
    for (std::int64_t x = 0; x < pixels; ++x) {
      std::uint8_t any = inside_[x * channels];
      for (int c = 1; c < kColours; ++c) any |= inside_[x * channels + c];
      flags[x] = any;
    }
  }

 private:
  static constexpr std::int64_t kSamples = (kBlockPixels + 2) * channels;
  std::int32_t sums_[kSamples];   ///< of three rows, weighted 1, 2, 1
  std::int32_t rises_[kSamples];  ///< the row below less the row above
  std::uint8_t inside_[kSamples];
};

void screenEdgeRow(const EdgeRow& row) {
  picture::withFormat(row.format, [&]<class Sample, int channels>() {
    Gradients<Sample, channels> gradients;
    for (std::int64_t first = 0; first < row.pixels; first += kBlockPixels) {
      const std::int64_t pixels = std::min(kBlockPixels, row.pixels - first);
      gradients.load(row, row.x + first, pixels);
      gradients.flag(row.least, pixels, row.flags + first);
    }
  });
}

}  // namespace
}  // namespace espy::mark::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::mark {
ESPY_SIMD_DEFINE(screenWhereRow);
ESPY_SIMD_DEFINE(screenEdgeRow);
}  // namespace espy::mark
#endif
