// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "espy/control.h"
#include "picture/form.h"
#include "picture/means_map.h"

namespace espy::picture {

/// A scene of 8-bit samples and its block means, computed on demand.
class SceneMeans {
 public:
  SceneMeans(const ImageView& scene, CommonForm form, int threads, const Control& control)
      : scene_(scene), form_(form), threads_(threads), control_(control) {}

  const ImageView& scene() const { return scene_; }
  Size size() const { return scene_.size(); }
  const Control& control() const { return control_; }
  int threads() const { return threads_; }

  /// The scene itself if its layout fits, else a planar copy.
  const SamplePlanes& samples();
  const MeansMap& of(int side);

 private:
  const ImageView& scene_;
  CommonForm form_;
  int threads_;
  const Control& control_;
  SamplePlanes samples_;
  WorkVector<std::uint8_t> copy_;
  std::map<int, MeansMap> maps_;
};

}  // namespace espy::picture
