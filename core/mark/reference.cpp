// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Reference implementation of marking and screening: one pixel at a time, in order, not optimised.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "mark/engines.h"

namespace espy::mark {
namespace {

bool flagged(const ImageView& flags, std::int64_t x, std::int64_t y) {
  return sampleAt(flags, x, y, 0) != kFlagNothing;
}

/// Whether any pixel within the square of +-thickness around (x, y) is flagged.
bool flaggedNear(const ImageView& flags, std::int64_t x, std::int64_t y, int thickness) {
  const std::int64_t left = std::max<std::int64_t>(x - thickness, 0);
  const std::int64_t right = std::min(x + thickness, flags.width() - 1);
  const std::int64_t top = std::max<std::int64_t>(y - thickness, 0);
  const std::int64_t bottom = std::min(y + thickness, flags.height() - 1);
  for (std::int64_t v = top; v <= bottom; ++v) {
    const std::uint8_t* row = flags.row(v);
    for (std::int64_t u = left; u <= right; ++u) {
      if (row[u] != kFlagNothing) return true;
    }
  }
  return false;
}

void paint(const MutableImageView& picture, std::int64_t x, std::int64_t y, Colour colour) {
  const Samples samples = opaquePixel(picture.format(), colour);
  for (int channel = 0; channel < picture.format().channels; ++channel) {
    setSample(picture, x, y, channel, samples[static_cast<std::size_t>(channel)]);
  }
}

void darken(const MutableImageView& picture, std::int64_t x, std::int64_t y) {
  for (int channel = 0; channel < picture.format().colourChannels(); ++channel) {
    setSample(picture, x, y, channel, sampleAt(picture, x, y, channel) / 3);
  }
}

void lighten(const MutableImageView& picture, std::int64_t x, std::int64_t y) {
  const auto most = static_cast<std::uint32_t>(picture.format().maxValue());
  for (int channel = 0; channel < picture.format().colourChannels(); ++channel) {
    setSample(picture, x, y, channel, most - (most - sampleAt(picture, x, y, channel)) / 3);
  }
}

bool matches(const ImageView& scene, std::int64_t x, std::int64_t y, Colour keep, int tolerance) {
  const PixelFormat format = scene.format();
  const int unit = format.depth == Depth::u8 ? 1 : 257;
  const int wanted[3] = {keep.red * unit, keep.green * unit, keep.blue * unit};
  for (int part = 0; part < 3; ++part) {
    // A grey sample is red, green and blue.
    const int channel = format.colourChannels() == 1 ? 0 : part;
    const int value = static_cast<int>(sampleAt(scene, x, y, channel));
    if (std::abs(value - wanted[part]) > tolerance) return false;
  }
  return true;
}

void tellRows(std::int64_t done, std::int64_t rows, const Control& control) {
  if (control.progress) control.progress(static_cast<double>(done) / static_cast<double>(rows));
}

}  // namespace

void paintReference(const MutableImageView& picture, const ImageView& flags,
                    const MarkOptions& options, const Control& control) {
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      control.check();
      if (flagged(flags, x, y)) continue;
      switch (options.style) {
        case MarkStyle::outline:
          if (flaggedNear(flags, x, y, options.thickness)) paint(picture, x, y, options.colour);
          break;
        case MarkStyle::whiteout:
          paint(picture, x, y, {255, 255, 255});
          break;
        case MarkStyle::dim:
          darken(picture, x, y);
          break;
        case MarkStyle::lighten:
          lighten(picture, x, y);
          break;
        case MarkStyle::none:
          break;
      }
    }
    tellRows(y + 1, picture.height(), control);
  }
}

namespace {

/// Flags the pixels for which `keeps(x, y)` is true.
template <class Keeps>
Image screenEach(const ImageView& scene, const Control& control, const Keeps& keeps) {
  Image flags(scene.size(), {1, Depth::u8});
  for (std::int64_t y = 0; y < scene.height(); ++y) {
    for (std::int64_t x = 0; x < scene.width(); ++x) {
      control.check();
      setSample(flags.pixels(), x, y, 0, keeps(x, y) ? kFlagInside : kFlagNothing);
    }
    tellRows(y + 1, scene.height(), control);
  }
  return flags;
}

double hueOf(double red, double green, double blue) {
  const double most = std::max({red, green, blue});
  const double range = most - std::min({red, green, blue});
  if (range == 0) return 0;
  double sixths = 0;
  if (most == red) {
    sixths = (green - blue) / range;
    if (sixths < 0) sixths += 6;
  } else if (most == green) {
    sixths = (blue - red) / range + 2;
  } else {
    sixths = (red - green) / range + 4;
  }
  return 60 * sixths;
}

double quantityOf(const ImageView& scene, std::int64_t x, std::int64_t y, Quantity quantity) {
  const PixelFormat format = scene.format();
  std::array<double, 3> rgb{};
  for (int part = 0; part < 3; ++part) {
    rgb[static_cast<std::size_t>(part)] =
        sampleAt(scene, x, y, format.colourChannels() == 1 ? 0 : part);
  }
  const auto [red, green, blue] = rgb;
  const double most = std::max({red, green, blue});
  const double least = std::min({red, green, blue});
  switch (quantity) {
    case Quantity::red:
      return red;
    case Quantity::green:
      return green;
    case Quantity::blue:
      return blue;
    case Quantity::alpha:
      return format.hasAlpha() ? sampleAt(scene, x, y, format.channels - 1) : format.maxValue();
    case Quantity::grey:
      return std::floor((299 * red + 587 * green + 114 * blue + 500) / 1000);
    case Quantity::hue:
      return hueOf(red, green, blue);
    case Quantity::saturation:
      return most == 0 ? 0 : (most - least) / most * 100;
    case Quantity::value:
      return most;
    case Quantity::lightness:
      return (most + least) / 2;
    case Quantity::x:
      return static_cast<double>(x);
    case Quantity::y:
      return static_cast<double>(y);
    case Quantity::width:
      return static_cast<double>(scene.width());
    case Quantity::height:
      return static_cast<double>(scene.height());
  }
  return 0;
}

double applied(Operation operation, double a, double b) {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return b == 0 ? 0 : a / b;
    case Operation::less:
      return a < b ? 1 : 0;
    case Operation::lessOrEqual:
      return a <= b ? 1 : 0;
    case Operation::greater:
      return a > b ? 1 : 0;
    case Operation::greaterOrEqual:
      return a >= b ? 1 : 0;
    case Operation::equal:
      return a == b ? 1 : 0;
    case Operation::unequal:
      return a != b ? 1 : 0;
    case Operation::both:
      return a != 0 && b != 0 ? 1 : 0;
    case Operation::either:
      return a != 0 || b != 0 ? 1 : 0;
    case Operation::least:
      return b < a ? b : a;
    case Operation::most:
      return a < b ? b : a;
    case Operation::negate:
      return -a;
    case Operation::invert:
      return a == 0 ? 1 : 0;
    case Operation::magnitude:
      return std::fabs(a);
    case Operation::number:
    case Operation::quantity:
      break;
  }
  return 0;
}

double valueOf(const ImageView& scene, std::int64_t x, std::int64_t y, const Expression& where) {
  std::vector<double> stack;
  for (const Step& step : where.steps) {
    if (step.operation == Operation::number) {
      stack.push_back(step.number);
    } else if (step.operation == Operation::quantity) {
      stack.push_back(quantityOf(scene, x, y, step.quantity));
    } else {
      double second = 0;
      if (operandsOf(step.operation) == 2) {
        second = stack.back();
        stack.pop_back();
      }
      stack.back() = applied(step.operation, stack.back(), second);
    }
  }
  return stack.back();
}

/// The sample at the nearest position inside.
std::int64_t clampedSample(const ImageView& scene, std::int64_t x, std::int64_t y, int channel) {
  return sampleAt(scene, std::clamp<std::int64_t>(x, 0, scene.width() - 1),
                  std::clamp<std::int64_t>(y, 0, scene.height() - 1), channel);
}

std::int64_t squaredGradient(const ImageView& scene, std::int64_t x, std::int64_t y, int channel) {
  std::int64_t across = 0;
  std::int64_t down = 0;
  for (int step = -1; step <= 1; ++step) {
    const int weight = step == 0 ? 2 : 1;
    across += weight * (clampedSample(scene, x + 1, y + step, channel) -
                        clampedSample(scene, x - 1, y + step, channel));
    down += weight * (clampedSample(scene, x + step, y + 1, channel) -
                      clampedSample(scene, x + step, y - 1, channel));
  }
  return across * across + down * down;
}

}  // namespace

Image screenReference(const ImageView& scene, Colour keep, int tolerance, const Control& control) {
  return screenEach(scene, control, [&](std::int64_t x, std::int64_t y) {
    return matches(scene, x, y, keep, tolerance);
  });
}

Image whereReference(const ImageView& scene, const Expression& where, const Control& control) {
  return screenEach(scene, control, [&](std::int64_t x, std::int64_t y) {
    return valueOf(scene, x, y, where) != 0;
  });
}

Image edgesReference(const ImageView& scene, int least, const Control& control) {
  return screenEach(scene, control, [&](std::int64_t x, std::int64_t y) {
    for (int channel = 0; channel < scene.format().colourChannels(); ++channel) {
      if (squaredGradient(scene, x, y, channel) >= std::int64_t{least} * least) return true;
    }
    return false;
  });
}

}  // namespace espy::mark
