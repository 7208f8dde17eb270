// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "canvas/spotlight.h"
#include "model/picture.h"

namespace espy::desktop {

class Canvas;
class Workbench;

/// Shows the first match of a search in a spotlight, once for each picture with these needles and
/// not when only settings change. The cut itself is no match. Any input ends it. Does nothing if
/// the desktop disables animations or the user reduced motion, or while `busy` returns true.
class FirstMatch : public QObject {
 public:
  FirstMatch(Workbench& bench, Canvas& canvas, std::function<bool()> busy);

  /// The next search counts as new.
  void forget() { needles_.clear(); }
  Spotlight& spotlight() { return *spotlight_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arm();
  void disarm();
  void show();

  Workbench& bench_;
  Canvas& canvas_;
  std::function<bool()> busy_;
  Spotlight* spotlight_;
  bool armed_ = false;
  PicturePtr scene_;          ///< of the last search
  std::vector<int> needles_;  ///< ids of the last search
};

}  // namespace espy::desktop
