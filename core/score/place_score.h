// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "espy/score.h"
#include "score/needle.h"

namespace espy::score {

/// Scores single places of a scene, one by one. For one thread.
class PlaceScorer {
 public:
  /// Scene and needle's pixels must outlive it.
  PlaceScorer(const ImageView& scene, const Needle& needle, const ScoreOptions& options);

  Size size() const { return needle_->size; }
  /// Does a window at this place lie inside the scene?
  bool fits(std::int64_t x, std::int64_t y) const {
    return x >= 0 && y >= 0 && x + size().width <= scene_.width() &&
           y + size().height <= scene_.height();
  }
  /// As a peak, with its distance.
  Peak at(std::int64_t x, std::int64_t y);

 private:
  template <class Sample>
  struct State;
  template <class Sample>
  Peak score(State<Sample>& state, std::int64_t x, std::int64_t y);

  ImageView scene_;
  Method method_;
  std::shared_ptr<const ScoredNeedle> needle_;
  std::shared_ptr<State<std::uint8_t>> bytes_;  ///< one of the two
  std::shared_ptr<State<std::uint16_t>> words_;
};

}  // namespace espy::score
