// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstring>

#include "identify/catalogue.h"

namespace espy::identify {
namespace {

constexpr float kTurns = 65536.0F / 360.0F;

/// The upper half of a float's bits, rounded: eight bits of precision.
std::uint16_t halved(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x8000U) >> 16);
}

std::uint16_t turnOf(float degrees) {
  const long turn = std::isfinite(degrees) ? std::lround(std::fmod(degrees, 360.0F) * kTurns) : 0;
  return static_cast<std::uint16_t>(turn);
}

}  // namespace

std::vector<std::uint8_t> packPoints(std::span<const FeaturePoint> points) {
  std::vector<std::uint8_t> bytes(points.size() * kPointBytes);
  std::uint8_t* to = bytes.data();
  for (const FeaturePoint& point : points) {
    const std::uint16_t size = halved(point.size);
    const std::uint16_t angle = turnOf(point.angle);
    std::memcpy(to, &point.x, 4);
    std::memcpy(to + 4, &point.y, 4);
    std::memcpy(to + 8, &size, 2);
    std::memcpy(to + 10, &angle, 2);
    to += kPointBytes;
  }
  return bytes;
}

std::vector<FeaturePoint> unpackPoints(std::span<const std::uint8_t> bytes) {
  std::vector<FeaturePoint> points(bytes.size() / kPointBytes);
  const std::uint8_t* from = bytes.data();
  for (FeaturePoint& point : points) {
    std::uint16_t size = 0;
    std::uint16_t angle = 0;
    std::memcpy(&point.x, from, 4);
    std::memcpy(&point.y, from + 4, 4);
    std::memcpy(&size, from + 8, 2);
    std::memcpy(&angle, from + 10, 2);
    point.size = std::bit_cast<float>(std::uint32_t{size} << 16);
    point.angle = static_cast<float>(angle) / kTurns;
    from += kPointBytes;
  }
  return points;
}

}  // namespace espy::identify
