// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstring>

#include "espy/engine/find.h"
#include "lab/pattern_task.h"

namespace espy::lab::pattern {

std::vector<espy::Place> placesOf(const Answer& answer) {
  std::vector<espy::Place> places;
  if (answer.matches) {
    for (const Match& match : *answer.matches) places.emplace_back(match.x, match.y);
    return places;
  }
  const ImageView& flags = answer.flags;
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    const std::uint8_t* row = flags.row(y);
    for (std::int64_t x = 0; x < flags.width(); ++x) {
      if (row[x] != kFlagBase) continue;
      places.emplace_back(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    }
  }
  return places;
}

std::uint64_t hashOf(const ImageView& picture) {
  std::uint64_t hash = 0;
  const auto mix = [&hash](std::uint64_t value) {
    hash = std::rotl(hash ^ value, 29) * 0xbf58476d1ce4e5b9U + 1;
  };
  mix(static_cast<std::uint64_t>(picture.width()));
  mix(static_cast<std::uint64_t>(picture.height()));
  mix(static_cast<std::uint64_t>(picture.format().bytesPerPixel()));
  mix(static_cast<std::uint64_t>(picture.format().channels));
  const auto bytes = static_cast<std::size_t>(picture.rowBytes());
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    const std::uint8_t* row = picture.row(y);
    for (std::size_t at = 0; at < bytes; at += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, row + at, std::min<std::size_t>(8, bytes - at));
      mix(eight);
    }
  }
  return hash;
}

}  // namespace espy::lab::pattern
