// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "espy/control.h"
#include "picture/block_averages.h"
#include "picture/common_format.h"

namespace espy::picture {

/// A scene of 8-bit samples and its block means, computed on demand.
class SceneAverages {
 public:
  SceneAverages(const ImageView& scene, CommonFormat form, int threads, const Control& control)
      : scene_(scene), form_(form), threads_(threads), control_(control) {}

  const ImageView& scene() const { return scene_; }
  Size size() const { return scene_.size(); }
  const Control& control() const { return control_; }
  int threads() const { return threads_; }

  /// The scene itself if its layout fits, else a planar copy.
  const SamplePlanes& samples();
  const BlockAverages& of(int side);

 private:
  const ImageView& scene_;
  CommonFormat form_;
  int threads_;
  const Control& control_;
  SamplePlanes samples_;
  ScratchVector<std::uint8_t> copy_;
  std::map<int, BlockAverages> maps_;
};

}  // namespace espy::picture
