// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
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
  lighten,   ///< as dim, of the negative: each colour sample v becomes max - (max - v) / 3
};

/// Names of the styles in text, in the order of `MarkStyle`.
inline constexpr std::array<std::string_view, 5> kMarkStyleNames{"outline", "whiteout", "dim",
                                                                 "none", "lighten"};

/// Options of marking.
struct MarkOptions {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;          ///< of the outline, in pixels, 1..255
  Colour colour{0, 0xc0, 0};  ///< of the outline
  /// The copy's alpha samples are its flags, 0, 1 or 2; a copy without alpha gets one. Instead of
  /// the picture's own alpha.
  bool flagsInAlpha = false;
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

/// The same where an expression is not 0, such as "r > 2 * g && y < 100" (docs/screen.md). Throws
/// `badUse` with the column of an error in it.
Image screenedWhere(const ImageView& scene, std::string_view expression,
                    const Control& control = {});

/// The largest magnitude of a gradient in a 16-bit picture, rounded down.
inline constexpr int kMostEdge = 293081;

/// The same where the Sobel gradient (gx, gy) of any colour channel has gx^2 + gy^2 >= least^2,
/// with `least` in 1..`kMostEdge`. Pixels outside the picture equal the nearest inside.
Image screenedEdges(const ImageView& scene, int least, const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
