// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "espy/engine/score.h"
#include "score/needle.h"

namespace espy::score {

/// Scores single positions of a scene. For one thread.
class PositionScorer {
 public:
  /// Scene and needle's pixels must outlive this object.
  PositionScorer(const ImageView& scene, const Needle& needle, const ScoreOptions& options);

  /// Score and distance of a position, whose window must be inside the scene.
  Peak at(std::int64_t x, std::int64_t y);

 private:
  template <class Sample>
  struct State;
  template <class Sample>
  Peak score(State<Sample>& state, std::int64_t x, std::int64_t y);

  ImageView scene_;
  Method method_;
  std::shared_ptr<const ScoredNeedle> needle_;
  std::shared_ptr<State<std::uint8_t>> bytes_;  ///< one of the two is set
  std::shared_ptr<State<std::uint16_t>> words_;
};

}  // namespace espy::score
