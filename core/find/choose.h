// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "espy/image.h"

namespace espy::find {

/// What there is to do, as far as it decides who does it.
struct Work {
  Size scene;
  PixelFormat format;
  std::size_t needles = 1;
  int tolerance = 0;
  int threads = 1;  ///< that the processor's engines may use
};

/// Which engine `auto` takes.
struct Choice {
  std::string engine;
  std::string why;      ///< for people
  std::string instead;  ///< who does it where the engine's device fails; empty: nobody
};

/// The engine of a graphics card that `auto` may take.
inline constexpr const char* kCardEngine = "cuda";

/// Chooses by an estimate of the work alone. `objection` says why the card's engine cannot do it,
/// or nothing; it is asked only where the card would be the better one, because starting a driver
/// takes longer than most searches.
Choice chooseEngine(const Work& work, const std::function<std::string()>& objection);

}  // namespace espy::find
