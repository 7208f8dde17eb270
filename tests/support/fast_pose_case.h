// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::test {

/// A random scene with a needle in several poses, large enough for the coarse-to-fine search. About
/// half of them are grey and zncc, which devices support.
struct FastPoseCase {
  explicit FastPoseCase(std::uint64_t seed);

  Image scene;
  Image needlePicture;
  Image mask;
  Needle needle;
  ScoreOptions score;
  PoseOptions pose;
  SelectOptions select;
  std::string name;
};

}  // namespace espy::test
