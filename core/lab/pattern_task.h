// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/engine/mark.h"

/// The task of where-is-a-pattern, and its strategies.
namespace espy::lab::pattern {

/// A shape of one colour on a ground of another.
struct Screening {
  Colour shape;
  Colour ground;
};

/// 8-bit pictures of the same format; the needle is opaque and no larger than the scene.
struct PatternTask {
  ImageView scene;
  ImageView needle;
  MarkOptions marks;  ///< white-out, or an outline in a colour that the scene's format has
  /// If set, pixels are screened by their colour, and the needle is not used; an outline is white
  /// and a pixel thick.
  std::optional<Screening> screening = {};
};

struct Answer {
  std::string engine;  ///< as reported by the engine; "loop" for the plain loops
  /// Of engines that list matches; for others see `flags`.
  std::optional<std::vector<Match>> matches;
  Image flags;  ///< after pass 2; empty without a flag plane
  Image marked;
};

/// The paper's three passes as loops over all pixels. Stages: "pass 1", "pass 2", "pass 3"; of a
/// screening, which is one loop: "screen".
Answer findByLoop(const PatternTask& task, const Control& control, Timeline& timeline);
/// The same with rows divided among threads.
Answer findByOpenMp(const PatternTask& task, const Control& control, Timeline& timeline);

/// Finds (or screens), flags and marks with an engine of the registry; in one step on the device if
/// the engine can keep and mark pictures. Stages are the engine's.
Answer findByEngine(const PatternTask& task, const Registry& registry, const std::string& engine,
                    const Control& control, Timeline& timeline);
/// Returns why the engine cannot do it here, or an empty message.
Message refusalOf(const Registry& registry, const std::string& engine, bool screening = false);

/// Upper-left pixels of all windows, by y, then x.
std::vector<espy::Place> placesOf(const Answer& answer);

/// A hash of size, format and every sample.
std::uint64_t hashOf(const ImageView& picture);

}  // namespace espy::lab::pattern
