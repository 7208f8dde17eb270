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

/// The context menu of the canvas: about the match, the rectangle that is cut out or the picture
/// that lies under the pointer.
class CanvasMenu : public QObject {
  Q_OBJECT

 public:
  CanvasMenu(Workbench& bench, Canvas& canvas, ResultsView& results, const Actions& actions,
             QObject* parent = nullptr);

  /// For this place of the canvas. A match there becomes the selected one, if it is not yet.
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
