// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/image.h"

/// Scenes of a single column are searched transposed, as a single row: row-wise code with a halo or
/// whole words per row would need a multiple of the time and memory for rows of one pixel.
namespace espy::finders {

/// Is it a single column?
inline bool stands(const ImageView& scene) {
  return scene.width() == 1 && scene.height() > 1;
}

/// The transposed scene and needles. Contiguous single columns are not copied, so the originals
/// must outlive this object.
class Transposed {
 public:
  Transposed(const ImageView& scene, std::span<const Needle> needles, const Control& control);
  Transposed(const Transposed&) = delete;
  Transposed& operator=(const Transposed&) = delete;

  ImageView scene() const { return scene_.view(); }
  std::span<const Needle> needles() const { return needles_; }

 private:
  Image scene_;
  std::vector<Image> pictures_;  ///< of needles and masks
  std::vector<Needle> needles_;
};

/// Transposes a position or peak.
template <class Place>
void turn(Place& place) {
  std::swap(place.x, place.y);
}

}  // namespace espy::finders
