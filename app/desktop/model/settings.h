// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "espy/mark.h"
#include "espy/search.h"

namespace espy::desktop {

/// How to search, in the words of the core.
struct SearchSettings : SearchOptions {
  QString engine = QStringLiteral("auto");
  int threads = 0;  ///< 0 = all
};

/// What matches look like on the canvas.
struct MarkSettings {
  MarkStyle style = MarkStyle::outline;
  int thickness = 3;  ///< of outlines, in pixels of the picture
  bool numbers = false;
  int pass = 0;  ///< 1..3: the flag plane after this pass is shown instead; 0: none is
};

}  // namespace espy::desktop
