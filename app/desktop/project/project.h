// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QRect>
#include <QString>
#include <set>
#include <tuple>
#include <vector>

#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// A match that the user removed from the results: window and pose. `needle` counts from 0.
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

/// A match that the user labelled true or false. `needle` counts from 0.
struct LabelledMatch {
  int needle = 0;
  Match match;
  bool yes = false;
};

/// A label in a picture other than the scene, with the pixels around the match.
struct LabelledElsewhere : LabelledMatch {
  PicturePtr pixels;  ///< a part of the picture; labels may share one
  QPoint corner;      ///< of the part, in the picture
  int picture = 0;    ///< id of the picture
};

/// Everything that a project file stores.
struct Project {
  PicturePtr scene;                 ///< null: none
  std::vector<NeedleItem> needles;  ///< ids are assigned anew on reading
  SearchSettings search;
  MarkSettings marks;
  std::vector<RemovedMatch> removed;
  std::vector<LabelledMatch> said;
  std::vector<LabelledElsewhere> labelledElsewhere;
  QHash<int, int> expected;  ///< expected number of matches by needle, counted from 0
  /// Whether the scene's pixels are stored; otherwise only its path, and the file may change.
  bool scenePixels = true;
  /// After reading: why the scene is missing from an otherwise valid project; empty if it is not.
  QString sceneTrouble;
  QString judgeTrouble;  ///< the same for judges and indexes
  /// While reading: the needles that are indexes, by number.
  std::set<std::size_t> indexes;
};

}  // namespace espy::desktop
