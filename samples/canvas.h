// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Drawing primitives of the samples: colours, random numbers and a canvas. Integer arithmetic
/// only, so that all machines draw the same bytes.
namespace samples {

struct Rgb {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;

  bool operator==(const Rgb&) const = default;
};

inline std::uint8_t clampByte(int value) {
  return static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// The colour at `percent` of its brightness.
inline Rgb scaled(Rgb c, int percent) {
  return {clampByte(c.r * percent / 100), clampByte(c.g * percent / 100),
          clampByte(c.b * percent / 100)};
}

/// The colour with `amount` added to each part.
inline Rgb shifted(Rgb c, int amount) {
  return {clampByte(c.r + amount), clampByte(c.g + amount), clampByte(c.b + amount)};
}

/// Interpolates from `a` (part 0) to `b` (part 256).
inline Rgb mixed(Rgb a, Rgb b, int part) {
  const auto mix = [&](int from, int to) { return clampByte(from + (to - from) * part / 256); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

/// SplitMix64's finaliser.
inline std::uint64_t scramble(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// Hash of a position and a purpose, independent of the order of drawing.
inline std::uint64_t hashAt(std::int64_t x, std::int64_t y, std::uint64_t purpose) {
  return scramble(static_cast<std::uint64_t>(x) * 0x100000001b3 ^
                  scramble(static_cast<std::uint64_t>(y) ^ purpose << 40));
}

/// Reproducible random numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(scramble(seed)) {}

  std::uint64_t next() { return scramble(state_++); }
  /// One of 0..count-1.
  int below(int count) { return static_cast<int>((next() >> 16) % static_cast<unsigned>(count)); }
  /// One of first..last.
  int between(int first, int last) { return first + below(last - first + 1); }
  bool chance(int percent) { return below(100) < percent; }

  template <class T, std::size_t n>
  const T& pick(const std::array<T, n>& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(n)))];
  }

 private:
  std::uint64_t state_;
};

/// Value noise, 0..255: smooth, with hills about `scale` pixels wide.
inline int hills(int x, int y, int scale, std::uint64_t purpose) {
  const int cx = x / scale;
  const int cy = y / scale;
  const auto corner = [&](int i, int j) {
    return static_cast<int>(hashAt(cx + i, cy + j, purpose) >> 56);
  };
  const auto eased = [&](int part) {  // smoothstep, 0..256
    const int t = part * 256 / scale;
    return t * t * (3 * 256 - 2 * t) >> 16;
  };
  const int u = eased(x - cx * scale);
  const int v = eased(y - cy * scale);
  const int top = corner(0, 0) * (256 - u) + corner(1, 0) * u;
  const int bottom = corner(0, 1) * (256 - u) + corner(1, 1) * u;
  return static_cast<int>((std::int64_t{top} * (256 - v) + std::int64_t{bottom} * v) >> 16);
}

/// An RGB picture; drawing is clipped.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  int width() const { return width_; }
  int height() const { return height_; }

  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  Rgb& at(int x, int y) {
    return pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                   static_cast<std::size_t>(x)];
  }
  const Rgb& at(int x, int y) const { return const_cast<Canvas*>(this)->at(x, y); }

  void set(int x, int y, Rgb colour) {
    if (inside(x, y)) at(x, y) = colour;
  }
  void fill(int x, int y, int width, int height, Rgb colour) {
    for (int v = y; v < y + height; ++v) {
      for (int u = x; u < x + width; ++u) set(u, v, colour);
    }
  }
  /// An axis-aligned ellipse around (x, y) with these half axes.
  void ellipse(int x, int y, int reachX, int reachY, Rgb colour) {
    eachOfEllipse(x, y, reachX, reachY, [&](int u, int v) { set(u, v, colour); });
  }
  /// Darkens an ellipse.
  void shadow(int x, int y, int reachX, int reachY) {
    eachOfEllipse(x, y, reachX, reachY, [&](int u, int v) {
      if (!inside(u, v)) return;
      const Rgb c = at(u, v);
      at(u, v) = {clampByte(c.r * 68 / 100), clampByte(c.g * 68 / 100), clampByte(c.b * 76 / 100)};
    });
  }
  /// A line one pixel thick.
  void line(int x0, int y0, int x1, int y1, Rgb colour) {
    const int dx = x1 - x0;
    const int dy = y1 - y0;
    const int steps = std::max(1, std::max(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy));
    for (int i = 0; i <= steps; ++i) set(x0 + dx * i / steps, y0 + dy * i / steps, colour);
  }

 private:
  template <class Draw>
  static void eachOfEllipse(int x, int y, int reachX, int reachY, const Draw& draw) {
    // In half pixels, so that small ellipses are round.
    const int a = 2 * reachX + 1;
    const int b = 2 * reachY + 1;
    for (int v = -reachY; v <= reachY; ++v) {
      for (int u = -reachX; u <= reachX; ++u) {
        if (4 * u * u * b * b + 4 * v * v * a * a <= a * a * b * b) draw(x + u, y + v);
      }
    }
  }

  int width_;
  int height_;
  std::vector<Rgb> pixels_;
};

}  // namespace samples
