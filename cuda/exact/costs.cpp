// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/exact/costs.h"

#include <algorithm>
#include <cmath>

namespace espy::cuda {
namespace {

constexpr double kLaunch = 3000;  // per kernel, with the gap between two launches
constexpr double kLook = 30000;
constexpr double kPlace = 0.0020;       // per pixel: read it and write a bit
constexpr double kCompare = 0.0010;     // per further word of a pixel's window
constexpr double kChecked = 0.0025;     // per word of a window that is compared by many threads
constexpr double kHash = 0.0062;        // per pixel, both kernels
constexpr double kColourPass = 0.0013;  // per pixel, for up to kColoursOfPass colours
constexpr double kColoursOfPass = 8;
constexpr double kJoin = 0.00007;  // per pixel: a bit in three planes

}  // namespace

double costOfEveryPlace(const PlaceWork& work) {
  const double alone = work.pixels * (kPlace + kCompare * work.sample.compares);
  if (work.needleWords <= PositionSample::kMost) return kLaunch + alone;
  return 3 * kLaunch + alone + kChecked * work.pixels * work.sample.open * work.needleWords;
}

double costOfHashes(const PlaceWork& work) {
  return 5 * kLaunch + work.pixels * kHash;
}

double costOfSample() {
  return kLook;
}

double costOfPlanes(double pixels, std::size_t colours, std::size_t joins) {
  const double passes = std::ceil(static_cast<double>(colours) / kColoursOfPass);
  return kLaunch * (passes + static_cast<double>(joins)) +
         pixels * (kColourPass * passes + kJoin * static_cast<double>(2 * colours + joins));
}

}  // namespace espy::cuda
