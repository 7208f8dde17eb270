// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>
#include <QObject>
#include <cstdint>
#include <memory>

namespace espy::desktop {

class Actions;
class Canvas;
class ResultsView;
class Workbench;

/// Context menu of the canvas, for the match, crop rectangle or picture under the pointer.
class CanvasMenu : public QObject {
  Q_OBJECT

 public:
  CanvasMenu(Workbench& bench, Canvas& canvas, ResultsView& results, const Actions& actions,
             QObject* parent = nullptr);

  /// Builds the menu for a point of the canvas. Selects the match there if it is not selected.
  std::unique_ptr<QMenu> menuFor(QPoint place);

 private:
  void addMatch(QMenu& menu, std::uint32_t mark);
  void addCut(QMenu& menu) const;
  void addGround(QMenu& menu, QPoint pixel) const;

  Workbench& bench_;
  Canvas& canvas_;
  ResultsView& results_;
  const Actions& actions_;
};

}  // namespace espy::desktop
