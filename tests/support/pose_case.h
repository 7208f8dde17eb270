// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::test {

/// A scene, a needle and the poses in which it is looked for, made of a number. Small, because
/// every pose is tried at every place.
struct PoseCase {
  explicit PoseCase(std::uint64_t seed);

  Image scene;
  Image needlePicture;
  Image mask;
  Needle needle;
  ScoreOptions score;
  PoseOptions pose;
  SelectOptions select;
  std::string name;
};

/// What differs between two findings, or nothing.
std::string differenceOf(const Finding& wanted, const Finding& got);

}  // namespace espy::test
