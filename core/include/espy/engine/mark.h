// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/registry.h"
#include "espy/engine/scene.h"
#include "espy/mark.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
namespace espy {

namespace mark {
struct Expression;
}

/// Capability "marking" (pass 3): paints `picture` in place by `flags`. A painted pixel becomes
/// opaque; dimming and lightening keep alpha, and `flagsInAlpha` is left to `markedCopy`. In a grey
/// picture the colour must be grey. Engines may record their
/// steps ("upload", "pass 3", "download") as stages.
struct PaintMarks {
  static constexpr const char* kName = "marking";
  using Function =
      std::function<void(const MutableImageView& picture, const ImageView& flags,
                         const MarkOptions& options, const Control& control, Timeline& timeline)>;
};

/// Capability "marked picture": passes 2 and 3 in one, the result of `markedCopy` for the flags of
/// these matches. For engines that need not transfer flags. Matches must be inside the scene.
struct MarkPicture {
  static constexpr const char* kName = "marked picture";
  using Function =
      std::function<Image(const Scene& scene, std::span<const Match> matches,
                          const MarkOptions& options, const Control& control, Timeline& timeline)>;
};

/// Capability "screening": returns a flag plane with `kFlagInside` where all colour samples of the
/// pixel are within `tolerance` of `keep`, 0 elsewhere. In 16-bit pictures 8-bit colours are scaled
/// by 257, and the tolerance is in 16-bit units. Engines may record their steps as stages.
struct ScreenColour {
  static constexpr const char* kName = "screening";
  using Function = std::function<Image(const ImageView& scene, Colour keep, int tolerance,
                                       const Control& control, Timeline& timeline)>;
};

/// Capability "screening by an expression": see `espy::screenedWhere`. The expression was parsed.
struct ScreenWhere {
  static constexpr const char* kName = "screening by an expression";
  using Function = std::function<Image(const ImageView& scene, const mark::Expression& where,
                                       const Control& control, Timeline& timeline)>;
};

/// Capability "edges": see `espy::screenedEdges`.
struct ScreenEdges {
  static constexpr const char* kName = "edges";
  using Function = std::function<Image(const ImageView& scene, int least, const Control& control,
                                       Timeline& timeline)>;
};

/// Returns the picture with these flags as its alpha samples, as `flagsInAlpha` asks.
Image withFlagsInAlpha(Image picture, const ImageView& flags, const Control& control = {});

/// Conditions of screening. A pixel is kept if it fulfils all that are given.
struct Screening {
  std::vector<Colour> keep = {};          ///< it is within `tolerance` of one of these
  int tolerance = 0;                      ///< see `espy::screened`
  std::optional<std::string> where = {};  ///< see `espy::screenedWhere`
  std::optional<int> edges = {};          ///< see `espy::screenedEdges`
};

/// Throws `badUse` if there is no condition, a number is out of range, or the expression is
/// invalid. An early check.
void checkScreening(const Screening& screening);

/// `markedPicture` with one of these engines: passes 2 and 3. Stages: "pass 2" and "pass 3", or the
/// engine's own.
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options,
                    const Control& control, Timeline& timeline);
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options = {},
                    const Control& control = {});

/// The same for a finding: by its outlines if it has them, else by its matches.
Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    const Finding& finding, const MarkOptions& options, const Control& control,
                    Timeline& timeline);

/// `markedCopy` with this engine. Stage: "pass 3", or the engine's own.
Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control,
                 Timeline& timeline);
Image markedCopy(const Registry& registry, std::string_view engine, const ImageView& scene,
                 const ImageView& flags, const MarkOptions& options, const Control& control = {});

/// The flags of pixels that fulfil all conditions, by this engine. Stages: "screen", "where",
/// "edges" and "combine", those that are needed, or the engine's own.
Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               const Screening& screening, const Control& control, Timeline& timeline);
Image screened(const Registry& registry, std::string_view engine, const ImageView& scene,
               const Screening& screening, const Control& control = {});

/// Adds marking by the built-in engines.
void addMark(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
