// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/identify.h"
#include "identify/screen.h"

namespace espy::identify {

/// Which engine `auto` takes.
struct Choice {
  std::string engine;
  Message why;          ///< for people
  std::string instead;  ///< who does it where the engine's device fails; empty: nobody
};

/// Chooses by an estimate of the work, and by whether a card has the shelf already.
Choice chooseEngine(const Registry& registry, const RankTask& task, const Control& control);

}  // namespace espy::identify
