// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/image.h"

/// A scene of a single column is searched as a single row: whatever goes row by row, and rows have
/// a rim or take whole words, would take many times as long, and as much memory, for rows of one
/// place.
namespace espy::finders {

/// Does the scene stand, and would be searched lying?
inline bool stands(const ImageView& scene) {
  return scene.width() == 1 && scene.height() > 1;
}

/// Such a scene and its needles, rows for columns. Those of one column whose pixels lie one behind
/// another are not copied: what is given must stay.
class Lying {
 public:
  Lying(const ImageView& scene, std::span<const Needle> needles, const Control& control);
  Lying(const Lying&) = delete;
  Lying& operator=(const Lying&) = delete;

  ImageView scene() const { return scene_.view(); }
  std::span<const Needle> needles() const { return needles_; }

 private:
  Image scene_;
  std::vector<Image> pictures_;  ///< and masks
  std::vector<Needle> needles_;
};

/// A place of the one as it is called in the other; a peak, too.
template <class Place>
void turn(Place& place) {
  std::swap(place.x, place.y);
}

}  // namespace espy::finders
