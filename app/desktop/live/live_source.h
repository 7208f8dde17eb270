// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espy/engine/live.h"

namespace espy::desktop {

/// What a live view looks at.
struct LiveSource {
  enum class Kind { screen, camera, video };

  Kind kind = Kind::screen;
  ScreenOptions screen = {};  ///< of a screen
  std::string place = {};     ///< a camera's name, or the path of a video
  QString name = {};          ///< displayed
};

LiveSource videoSource(const QString& path);

/// The view's interface to the core; tests replace it. Called on worker threads.
struct LiveTools {
  std::function<std::unique_ptr<Stream>(const LiveSource& source)> open;
  std::function<std::vector<Area>()> monitors;
  std::function<std::vector<ScreenWindow>()> windows;
  /// Whether a region can be drawn over the screen; else it is drawn in the view.
  bool coversScreen = false;
};

LiveTools liveTools();

}  // namespace espy::desktop
