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

/// The work of where-is-a-pattern, and who does it.
namespace espy::lab::pattern {

/// Pictures of 8 bits and of one format; the needle is opaque and no larger than the scene.
struct Task {
  ImageView scene;
  ImageView needle;
  MarkOptions marks;  ///< white-out, or an outline in a colour that the scene's format can show
};

struct Answer {
  std::string engine;  ///< that says that it ran; "loop" of the plain ones
  /// Of an engine that lists them; who does not has them in the flags.
  std::optional<std::vector<Match>> matches;
  Image flags;  ///< after pass 2; empty where an engine marks without
  Image marked;
};

/// The paper's three passes as loops over all pixels. Stages: "pass 1", "pass 2", "pass 3".
Answer findByLoop(const Task& task, const Control& control, Timeline& timeline);
/// The same with the rows shared among threads.
Answer findByOpenMp(const Task& task, const Control& control, Timeline& timeline);

/// What an engine of the registry does: find, flag, mark, or, where it can keep pictures and mark
/// them, all of it where the picture is. Stages as it names them.
Answer findByEngine(const Task& task, const Registry& registry, const std::string& engine,
                    const Control& control, Timeline& timeline);
/// Why this engine cannot do it here, or nothing.
Message refusalOf(const Registry& registry, const std::string& engine);

/// Upper-left pixels of all windows, by y, then x.
std::vector<espy::Place> placesOf(const Answer& answer);

/// Tells pictures apart: size, format and every sample.
std::uint64_t hashOf(const ImageView& picture);

}  // namespace espy::lab::pattern
