// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QString>
#include <cstdint>

#include "espy/engine/find.h"
#include "espy/engine/mark.h"

namespace espy::desktop {

/// How to search, in the words of the core.
struct SearchSettings : FindOptions {
  QString engine = QStringLiteral("auto");
  int threads = 0;  ///< 0 = all
};

/// The request that these settings make.
inline FindOptions optionsOf(const SearchSettings& settings, const Control& control = {}) {
  FindOptions options = settings;
  options.engine = settings.engine.toStdString();
  options.control = control;
  return options;
}

/// What matches look like on the canvas.
struct MarkSettings {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;  ///< of outlines, in pixels of the picture
  bool numbers = false;
  int pass = 0;  ///< 1..3: the flag plane after this pass is shown instead; 0: none is
  /// Outlines go around each match by itself on the canvas; else around what matches cover
  /// together, as pass 3 paints it, which is also what the exported picture shows.
  bool boxes = true;
};

/// A colour in the words of the core.
inline Colour colourOf(const QColor& colour) {
  const QRgb rgb = colour.rgb();
  return {static_cast<std::uint8_t>(qRed(rgb)), static_cast<std::uint8_t>(qGreen(rgb)),
          static_cast<std::uint8_t>(qBlue(rgb))};
}

}  // namespace espy::desktop
