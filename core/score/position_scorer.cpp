// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/position_scorer.h"

#include <algorithm>

#include "espy/engine/area.h"
#include "find/match.h"
#include "find/window_distance.h"
#include "score/formula.h"
#include "score/window_at.h"

namespace espy::score {

template <class Sample>
struct PositionScorer::State {
  State(const ScoredNeedle& needle, Method method) : distance(needle, method) {}

  bool holds(std::int64_t x, std::int64_t y, Size window) const {
    return x >= loaded.x && y >= loaded.y && x + window.width <= loaded.x + loaded.width &&
           y + window.height <= loaded.y + loaded.height;
  }

  finders::WindowDistance<Sample> distance;
  picture::TilePlanes<Sample> tile;
  Area loaded;  ///< the scene's part in `tile`
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
  const Size window = needle_->size;
  if (!state.holds(x, y, window)) {
    // Neighbours are often asked for next: those to the right, and those of two rows below.
    state.loaded = {x, y, std::min(scene_.width() - x, window.width + window.width / 4 + 2),
                    std::min(scene_.height() - y, window.height + 2)};
    state.tile.load(scene_, needle_->form, x, y, {state.loaded.width, state.loaded.height});
  }
  x -= state.loaded.x;
  y -= state.loaded.y;
  if (method_ == Method::zncc) {
    peak.score = correlationAt(state.tile, *needle_, x, y);
    return peak;
  }
  const finders::Wide distance = state.distance.at(state.tile, x, y);
  finders::setDistance(peak, distance);
  peak.score = scoreOfWideDistance(method_, needle_->sums, distance);
  return peak;
}

Peak PositionScorer::at(std::int64_t x, std::int64_t y) {
  return words_ ? score(*words_, x, y) : score(*bytes_, x, y);
}

}  // namespace espy::score
