// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "espy/engine/registry.h"
#include "espy/engine/scene.h"
#include "espy/mark.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
namespace espy {

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

/// `markedPicture` by one of these engines: passes 2 and 3. Its stages are "pass 2" and "pass 3",
/// or those that the engine writes.
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options,
                    const Control& control, Timeline& timeline);
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options = {},
                    const Control& control = {});

/// `markedCopy` by this engine. Its stage is "pass 3", or those that the engine writes.
Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control,
                 Timeline& timeline);
Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control = {});

/// `screened` by this engine. Its stage is "screen", or those that the engine writes.
Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               Colour keep, int tolerance, const Control& control, Timeline& timeline);
Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               Colour keep, int tolerance, const Control& control = {});

/// Adds marking by the built-in engines.
void addMark(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
