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

/// What is searched, and what for, as Python hands it over.
namespace espy::python {

/// `espy.Scene`: an array that is looked at, which engines may keep.
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
  /// Does work(scene) as this engine is to see it. Without the interpreter's lock.
  template <class Work>
  auto on(const std::string& engine, const Work& work) {
    // A processor looks at the pixels where they are, from as many threads as want to.
    const bool elsewhere = engine == "auto" || engines().engine(engine).facts.device;
    if (!elsewhere) return work(Scene(view()));
    const std::scoped_lock lock(mutex_);
    return work(Scene(keeper_));
  }

 private:
  PixelsOf pixels_;
  SceneKeeper keeper_;
  /// One thread at a time may use the keeper, and may ask it from within its own progress.
  std::recursive_mutex mutex_;
};

/// A scene or an array, for the length of a call.
class SceneGiven {
 public:
  explicit SceneGiven(nanobind::handle given) {
    if (!nanobind::try_cast(given, scene_)) pixels_.emplace(given, "the scene");
  }

  const ImageView& view() const { return scene_ != nullptr ? scene_->view() : pixels_->view(); }
  template <class Work>
  auto on(const std::string& engine, const Work& work) const {
    return scene_ != nullptr ? scene_->on(engine, work) : work(Scene(pixels_->view()));
  }

 private:
  SceneOf* scene_ = nullptr;
  std::optional<PixelsOf> pixels_;
};

/// Needles and their masks, for the length of a call.
class NeedlesGiven {
 public:
  /// Of a list of pairs: an array, and another one or None.
  explicit NeedlesGiven(const nanobind::list& pairs) {
    for (const nanobind::handle each : pairs) {
      const auto pair = nanobind::cast<nanobind::tuple>(each);
      Needle needle{kept_.emplace_back(pair[0], "the needle"), {}};
      if (!pair[1].is_none()) needle.mask = kept_.emplace_back(pair[1], "the mask").view();
      needles_.push_back(needle);
    }
  }

  const std::vector<Needle>& all() const { return needles_; }

 private:
  std::deque<PixelsOf> kept_;
  std::vector<Needle> needles_;
};

}  // namespace espy::python
