// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/scene.h"

#pragma GCC visibility push(default)
/// Marks matches on a copy of the scene.
///
///     const espy::Image marked = espy::markedPicture(scene, found.matches);
namespace espy {

/// An 8-bit sRGB colour.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool isGrey() const { return red == green && green == blue; }
  bool operator==(const Colour&) const = default;
};

/// How matches are highlighted.
enum class MarkStyle {
  outline,   ///< paint unflagged pixels with a flagged one within +-thickness in x and y
  whiteout,  ///< paint unflagged pixels white
  dim,       ///< dim unflagged pixels to a third of each colour sample, rounded down
  none,      ///< leave the copy unchanged
};

/// Options of marking.
struct MarkOptions {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;          ///< of the outline, in pixels, 1..255
  Colour colour{0, 0xc0, 0};  ///< of the outline
};

/// Returns a copy of `scene` with these matches marked; they must be inside. A grey scene with a
/// coloured outline becomes RGB. `auto` is the engine that keeps the picture, or `threads`. Throws
/// `badUse` if only another engine has the picture.
Image markedPicture(const Scene& scene, std::span<const Match> matches,
                    const MarkOptions& options = {}, std::string_view engine = "auto",
                    const Control& control = {});

/// The same by a flag plane of the scene's size (find.h): all values but 0 count as flagged.
Image markedCopy(const ImageView& scene, const ImageView& flags, const MarkOptions& options = {},
                 const Control& control = {});

/// Screening: returns a flag plane with `kFlagInside` where all colour samples of the pixel are
/// within `tolerance` of `keep`. In 16-bit pictures 8-bit colours are scaled by 257, and the
/// tolerance is in 16-bit units.
Image screened(const ImageView& scene, Colour keep, int tolerance, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
