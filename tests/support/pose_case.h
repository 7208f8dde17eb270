// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::test {

/// A scene, a needle and a set of poses.
struct PoseSearchCase {
  Image scene;
  Image needlePicture;
  Image mask;
  Needle needle;
  ScoreOptions score;
  PoseOptions pose;
  SelectOptions select;
  std::string name;
};

/// A random case, so small that the reference can test every pose at every position.
struct PoseCase : PoseSearchCase {
  explicit PoseCase(std::uint64_t seed);
};

/// A random scene with a needle in several poses, large enough for the coarse-to-fine search. About
/// half of them are grey and zncc, which devices support.
struct FastPoseCase : PoseSearchCase {
  explicit FastPoseCase(std::uint64_t seed);
};

/// The first difference between two findings, or an empty string.
std::string differenceOf(const Finding& wanted, const Finding& got);

}  // namespace espy::test
