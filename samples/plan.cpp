// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "plan.h"

#include <tuple>

namespace samples {

namespace {

// Reach of held objects, such as sunshades and balloons.
constexpr int kHeldSide = 24;
constexpr int kHeldUp = 46;

}  // namespace

Footprint footprintOf(Kind kind) {
  switch (kind) {
    case Kind::towel:
      return {10, 33, 12, 34};
    case Kind::sunbather:
      return {14, 34, 0, 0};
    case Kind::swimmer:
      return {20, 30, 10, 8};
    case Kind::boat:
      return {20, 44, 24, 14};
    case Kind::parasol:
      return {22, 38, 0, 0};
    case Kind::deckchair:
      return {9, 14, 10, 10};
    case Kind::surfboard:
      return {7, 35, 6, 4};
    case Kind::toy:
    case Kind::animal:
      return {9, 14, 7, 5};
    case Kind::flowerPot:
      return {7, 13, 7, 5};
    case Kind::lamp:
      return {6, 42, 4, 4};
    case Kind::bunting:
      return {76, 42, 0, 0};
    case Kind::stall:
      return {36, 64, 32, 26};
    case Kind::cart:
      return {26, 54, 20, 12};
    case Kind::fountain:
      return {34, 54, 33, 30};
    case Kind::palm:
      return {34, 64, 5, 4};
    case Kind::tree:
      return {26, 54, 6, 5};
    case Kind::bench:
      return {15, 12, 14, 9};
    case Kind::picnic:
      return {16, 14, 17, 15};
    case Kind::balloons:
      return {20, 70, 8, 5};
    case Kind::bather:
    case Kind::passer:
      return {9, 27, 4, 3};  // without held objects, see kHeldSide
    case Kind::traveller:
      return {9, 25, 10, 6};
  }
  return {0, 0, 0, 0};
}

bool Plan::add(Kind kind, int x, int y, std::uint64_t seed) {
  const Footprint footprint = footprintOf(kind);
  if (x < 0 || x >= width_ || y < 0) return false;
  const bool stands = footprint.groundSide > 0;
  const auto taken = [&](std::size_t i) { return taken_[i] != 0; };
  if (stands && anyOf(x, y, footprint.groundSide, footprint.groundBack, taken)) return false;
  const auto hides = [&](std::size_t i) { return inView_[i] != 0 && inView_[i] < y; };
  if (anyOf(x, y, footprint.side, footprint.up, hides)) return false;
  if (stands) {
    anyOf(x, y, footprint.groundSide, footprint.groundBack, [&](std::size_t i) {
      taken_[i] = true;
      return false;
    });
  }
  const bool flat = kind == Kind::towel || kind == Kind::picnic;
  const bool person = kind == Kind::bather || kind == Kind::passer;
  const bool emptyHanded = person && anyOf(x, y, kHeldSide, kHeldUp, hides);
  items_.push_back({kind, x, y, flat ? y - footprint.groundBack : y, seed, emptyHanded});
  return true;
}

void Plan::keepInView(int x, int y) {
  const int legs = kTravellerHeight - kNeedleSize;
  anyOf(x, y - legs, kNeedleSize / 2, kNeedleSize, [&](std::size_t i) {
    inView_[i] = y;
    return false;
  });
}

const std::vector<Item>& Plan::sorted() {
  const auto key = [](const Item& i) { return std::tuple(i.back, i.kind, i.x, i.seed); };
  std::sort(items_.begin(), items_.end(),
            [&](const Item& a, const Item& b) { return key(a) < key(b); });
  return items_;
}

}  // namespace samples
