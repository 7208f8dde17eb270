// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/peak_finder.h"

namespace espy::finders {

void PeakFinder::begin(Size tile) {
  pitch_ = tile.width + 2;
  const auto count = static_cast<std::size_t>(pitch_ * (tile.height + 2));
  if (scores_.size() != count) scores_.assign(count, kNone);
  places_.clear();
}

bool PeakFinder::isPeak(const Scored& place) const {
  const double* here = scores_.data() + (place.y + 1) * pitch_ + place.x + 1;
  for (const double* row : {here - pitch_, here, here + pitch_}) {
    if (row[-1] > place.score || row[0] > place.score || row[1] > place.score) return false;
  }
  return true;
}

void PeakFinder::finish(const picture::TileArea& area, const PreparedNeedle& needle,
                        PeakList& peaks) {
  for (const Scored& place : places_) {
    const bool own = place.x >= area.ownX && place.x < area.ownEndX && place.y >= area.ownY &&
                     place.y < area.ownEndY;
    if (own && !place.beaten && isPeak(place)) {
      peaks.add(peakAt(area, needle, place.x, place.y, place.score, place.distance));
    }
  }
  for (const Scored& place : places_) {
    scores_[static_cast<std::size_t>((place.y + 1) * pitch_ + place.x + 1)] = kNone;
  }
  places_.clear();
}

Peak peakAt(const picture::TileArea& area, const PreparedNeedle& needle, std::int64_t x,
            std::int64_t y, double score, std::uint64_t distance) {
  return {needle.index,
          static_cast<std::uint32_t>(area.x + x),
          static_cast<std::uint32_t>(area.y + y),
          0,
          score,
          distance};
}

}  // namespace espy::finders
