// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::test {

/// A random scene, needle and set of poses. Small: the reference tests every pose at every
/// position.
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

/// The first difference between two findings, or an empty string.
std::string differenceOf(const Finding& wanted, const Finding& got);

}  // namespace espy::test
