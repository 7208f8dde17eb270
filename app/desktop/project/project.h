// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QRect>
#include <QString>
#include <tuple>
#include <vector>

#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// A match that was taken out of the results: its needle, counted from 0, its window, and how it
/// lies in it.
struct RemovedMatch {
  int needle = 0;
  QRect window;
  float angle = 0;
  float scale = 1;
  bool mirrored = false;

  friend bool operator==(const RemovedMatch&, const RemovedMatch&) = default;
  friend bool operator<(const RemovedMatch& a, const RemovedMatch& b) {
    const auto all = [](const RemovedMatch& m) {
      return std::tuple(m.needle, m.window.y(), m.window.x(), m.window.height(), m.window.width(),
                        m.angle, m.scale, m.mirrored);
    };
    return all(a) < all(b);
  }
};

/// A match of which somebody has said whether it is a true one: its needle, counted from 0.
struct SaidMatch {
  int needle = 0;
  Match match;
  bool yes = false;
};

/// The same of a match in another picture than the scene, with the pixels that it is about.
struct SaidElsewhere : SaidMatch {
  PicturePtr pixels;  ///< of the picture, around the match; several may share them
  QPoint corner;      ///< where these lie in it
  int picture = 0;    ///< which one
};

/// What somebody works on, to go on with later.
struct Project {
  PicturePtr scene;                 ///< may be null
  std::vector<NeedleItem> needles;  ///< ids count anew when they are read
  SearchSettings search;
  MarkSettings marks;
  std::vector<RemovedMatch> removed;
  std::vector<SaidMatch> said;
  std::vector<SaidElsewhere> saidElsewhere;
  QHash<int, int> expected;  ///< how many matches there should be, by needles, counted from 0
  /// Are the scene's pixels saved? Else only where its file is, which may change meanwhile.
  bool scenePixels = true;
  /// After reading: why the scene is not there, though the rest is. Empty: it is.
  QString sceneTrouble;
  QString judgeTrouble;  ///< the same of judges
};

}  // namespace espy::desktop
