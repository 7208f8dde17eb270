// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::test {

/// A scene with a needle in several poses, large enough to be searched from coarse to fine, made of
/// a number. Half of them are grey and zncc, which is what devices search.
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
