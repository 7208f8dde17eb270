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
/// Shows what was found, on a copy of the scene.
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

/// How matches stand out.
enum class MarkStyle {
  outline,   ///< paint unflagged pixels that have a flagged one within +-thickness, both ways
  whiteout,  ///< paint white what is not flagged
  dim,       ///< darken what is not flagged to a third of each colour sample, rounded down
  none,      ///< leave the copy as it is
};

/// What a marked picture looks like.
struct MarkOptions {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;          ///< of the outline, in pixels, 1..255
  Colour colour{0, 0xc0, 0};  ///< of the outline
};

/// A copy of `scene` with marks around these matches, which lie inside. A grey scene that gets a
/// coloured outline becomes a colour picture. `auto` is the engine that keeps the picture, or
/// `threads`. Throws `badUse` for a picture that only another engine has.
Image markedPicture(const Scene& scene, std::span<const Match> matches,
                    const MarkOptions& options = {}, std::string_view engine = "auto",
                    const Control& control = {});

/// The same by a flag plane of the scene's size (find.h): every value but 0 belongs to a match.
Image markedCopy(const ImageView& scene, const ImageView& flags, const MarkOptions& options = {},
                 const Control& control = {});

/// A flag plane with `kFlagInside` where no colour sample of the pixel differs from `keep` by more
/// than `tolerance`. In a 16-bit picture 8-bit colours stand for 257 times themselves, and the
/// tolerance is in 16-bit units.
Image screened(const ImageView& scene, Colour keep, int tolerance, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
