// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QString>
#include <cstdint>

#include "espy/engine/find.h"
#include "espy/engine/mark.h"

namespace espy::desktop {

/// The minimum score of similar matches, unless the user chose another.
inline constexpr double kUsualMinimum = 0.8;

/// Search settings: the core's options plus engine and threads.
struct SearchSettings : FindOptions {
  QString engine = QStringLiteral("auto");
  int threads = 0;  ///< 0 = all
  /// Method, poses and minimum are chosen by what is found; see Workbench.
  bool automatic = false;

  /// Whether matches have poses.
  bool hasPoses() const { return pose.isAsked() || method == Method::outline; }
};

/// Converts the settings to a request.
inline FindOptions optionsOf(const SearchSettings& settings, const Control& control = {}) {
  FindOptions options = settings;
  options.engine = settings.engine.toStdString();
  options.control = control;
  return options;
}

/// Appearance of matches on the canvas.
struct MarkSettings {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;  ///< of outlines, in picture pixels
  bool numbers = false;
  int pass = 0;  ///< 1..3: shows the flag plane after this pass; 0: off
  /// Outlines on the canvas: around each match, or else around the union of all matches, as in the
  /// exported picture.
  bool boxes = true;
};

/// Converts to the core's type.
inline Colour colourOf(const QColor& colour) {
  const QRgb rgb = colour.rgb();
  return {static_cast<std::uint8_t>(qRed(rgb)), static_cast<std::uint8_t>(qGreen(rgb)),
          static_cast<std::uint8_t>(qBlue(rgb))};
}

}  // namespace espy::desktop
