// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <cstdint>
#include <memory>
#include <vector>

#include "canvas/marks.h"
#include "canvas/tile_store.h"
#include "espy/engine/live.h"
#include "model/match_list.h"

namespace espy::desktop {

/// Milliseconds of a frame by stage.
struct FrameCosts {
  double capture = 0;
  double compare = 0;  ///< with the frame before
  double search = 0;
  double draw = 0;  ///< tiles and marks of this frame, and the last paint event
};

/// A frame of a stream that was searched, and what is needed to show it.
struct LiveFrame {
  SearchResultPtr result;              ///< the frame is its scene
  std::shared_ptr<const Marks> marks;  ///< the same object while matches stay the same
  MadeTiles tiles;
  double time = 0;  ///< seconds, of the stream
  std::int64_t number = 0;
  FrameCosts costs;
  double searched = 0;       ///< share of the frame, 0 to 1
  double rate = 0;           ///< frames searched in the last second
  std::int64_t dropped = 0;  ///< frames that changed but were not searched, so far
};
using LiveFramePtr = std::shared_ptr<const LiveFrame>;

/// An event and its needle.
struct LiveEvent {
  Event event;
  QString needle;  ///< empty for `still`
  QColor colour;
};

/// What is searched in a stream.
struct LiveSearch {
  std::vector<NeedleItem> needles;  ///< those that are on
  SearchSettings settings;
  WatchOptions watch;
};

}  // namespace espy::desktop
