// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "buffers.h"
#include "espy/find.h"
#include "espy/scene.h"

/// Scene and needles as arguments of a call.
namespace espy::python {

/// `espy.Scene`: a view of an array, which engines may keep a copy of.
class SceneOf {
 public:
  explicit SceneOf(nanobind::handle array) : pixels_(array, "the scene"), keeper_(pixels_.view()) {}

  const ImageView& view() const { return pixels_.view(); }
  bool isKept() {
    const std::scoped_lock lock(mutex_);
    return keeper_.isKept();
  }
  void release() {
    const std::scoped_lock lock(mutex_);
    keeper_.release();
  }
  /// Runs `work(scene)` for this engine, which may use a kept copy. The GIL is released.
  template <class Work>
  auto on(const std::string& engine, const Work& work) {
    // CPU engines read the array itself, from any number of threads.
    const bool elsewhere = engine == "auto" || engines().engine(engine).facts.device;
    if (!elsewhere) return work(Scene(view()));
    const std::scoped_lock lock(mutex_);
    return work(Scene(keeper_));
  }

 private:
  PixelBuffer pixels_;
  SceneKeeper keeper_;
  /// Guards the keeper. Recursive: a progress callback may call isKept or release.
  std::recursive_mutex mutex_;
};

/// A scene or an array, for the duration of a call.
class SceneArgument {
 public:
  explicit SceneArgument(nanobind::handle given) {
    if (!nanobind::try_cast(given, scene_)) pixels_.emplace(given, "the scene");
  }

  const ImageView& view() const { return scene_ != nullptr ? scene_->view() : pixels_->view(); }
  template <class Work>
  auto on(const std::string& engine, const Work& work) const {
    return scene_ != nullptr ? scene_->on(engine, work) : work(Scene(pixels_->view()));
  }

 private:
  SceneOf* scene_ = nullptr;
  std::optional<PixelBuffer> pixels_;
};

/// Needles and their masks, for the duration of a call.
class NeedlesArgument {
 public:
  /// `pairs`: tuples (array, mask or None).
  explicit NeedlesArgument(const nanobind::list& pairs) {
    for (const nanobind::handle each : pairs) {
      const auto pair = nanobind::cast<nanobind::tuple>(each);
      Needle needle{kept_.emplace_back(pair[0], "the needle"), {}};
      if (!pair[1].is_none()) needle.mask = kept_.emplace_back(pair[1], "the mask").view();
      needles_.push_back(needle);
    }
  }

  const std::vector<Needle>& all() const { return needles_; }

 private:
  std::deque<PixelBuffer> kept_;
  std::vector<Needle> needles_;
};

}  // namespace espy::python
