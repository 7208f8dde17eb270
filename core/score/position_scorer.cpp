// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/position_scorer.h"

#include "find/match.h"
#include "find/window_distance.h"
#include "score/formula.h"
#include "score/window_at.h"

namespace espy::score {

template <class Sample>
struct PositionScorer::State {
  State(const ScoredNeedle& needle, Method method) : distance(needle, method) {}

  finders::WindowDistance<Sample> distance;
  picture::TilePlanes<Sample> window;
};

PositionScorer::PositionScorer(const ImageView& scene, const Needle& needle,
                               const ScoreOptions& options)
    : scene_(scene),
      method_(options.method),
      needle_(std::make_shared<const ScoredNeedle>(
          makeScoredNeedle(needle, 0, scene.format(), options))) {
  if (needle_->form.depth == Depth::u16) {
    words_ = std::make_shared<State<std::uint16_t>>(*needle_, method_);
  } else {
    bytes_ = std::make_shared<State<std::uint8_t>>(*needle_, method_);
  }
}

template <class Sample>
Peak PositionScorer::score(State<Sample>& state, std::int64_t x, std::int64_t y) {
  Peak peak;
  peak.x = static_cast<std::uint32_t>(x);
  peak.y = static_cast<std::uint32_t>(y);
  state.window.load(scene_, needle_->form, x, y, needle_->size);
  if (method_ == Method::zncc) {
    peak.score = correlationAt(state.window, *needle_, 0, 0);
    return peak;
  }
  const finders::Wide distance = state.distance.at(state.window, 0, 0);
  finders::setDistance(peak, distance);
  peak.score = scoreOfWideDistance(method_, needle_->sums, distance);
  return peak;
}

Peak PositionScorer::at(std::int64_t x, std::int64_t y) {
  return words_ ? score(*words_, x, y) : score(*bytes_, x, y);
}

}  // namespace espy::score
