// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/flags.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/scene.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// What a result looks like. Marking never touches the scene: it paints a copy, by a flag plane
/// (flags.h) of the same size, in which every value but 0 means "belongs to a match".
namespace espy {

/// A colour as screens have it, of 8 bits each.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool isGrey() const { return red == green && green == blue; }
  bool operator==(const Colour&) const = default;
};

/// How what was found is set apart from the rest.
enum class MarkStyle {
  outline,   ///< paint unflagged pixels that have a flagged one within +-thickness, both ways
  whiteout,  ///< paint white what is not flagged
  dim,       ///< darken what is not flagged to a third of each colour sample, rounded down
  none,      ///< leave the copy as it is
};

/// How a marked picture is to look.
struct MarkOptions {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;          ///< of the outline, in pixels, 1..255
  Colour colour{0, 0xc0, 0};  ///< of the outline
};

/// The capability "marking" (pass 3): paints `picture` in place by `flags`. A painted pixel becomes
/// opaque; dimming leaves alpha alone. Where the picture is grey the colour must be grey too. An
/// engine that goes about it in steps ("upload", "pass 3", "download") writes them as stages.
struct PaintMarks {
  static constexpr const char* kName = "marking";
  using Function =
      std::function<void(const MutableImageView& picture, const ImageView& flags,
                         const MarkOptions& options, const Control& control, Timeline& timeline)>;
};

/// The capability "marked picture": passes 2 and 3 in one, the copy that `markedCopy` makes for the
/// flags of these matches, for engines to which flags need not travel. The matches lie inside.
struct MarkPicture {
  static constexpr const char* kName = "marked picture";
  using Function =
      std::function<Image(const Scene& scene, std::span<const Match> matches,
                          const MarkOptions& options, const Control& control, Timeline& timeline)>;
};

/// The capability "screening": a flag plane with `kFlagInside` where no colour sample of the pixel
/// differs from `keep` by more than `tolerance` (8-bit colours stand for 257 times themselves in a
/// 16-bit picture, where the tolerance is in 16-bit units), and 0 elsewhere. An engine that
/// goes about it in steps writes them as stages.
struct ScreenColour {
  static constexpr const char* kName = "screening";
  using Function = std::function<Image(const ImageView& scene, Colour keep, int tolerance,
                                       const Control& control, Timeline& timeline)>;
};

/// A copy of `scene` with marks, made by this engine. A grey scene that gets a coloured outline
/// becomes a colour picture. Its stage is "pass 3", or those that the engine writes.
Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control,
                 Timeline& timeline);
/// The same where nobody asks for the time.
Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control = {});

/// The flags of the pixels of `scene` that have this colour, made by this engine. Its stage is
/// "screen", or those that the engine writes.
Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               Colour keep, int tolerance, const Control& control, Timeline& timeline);
/// The same where nobody asks for the time.
Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               Colour keep, int tolerance, const Control& control = {});

/// Adds this room's functions for the built-in engines.
void addMark(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
