// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolBar>
#include <vector>

namespace espy::desktop {

class Actions;

/// Tool bar with the tools and, on the right, the view switcher.
class ToolBar : public QToolBar {
  Q_OBJECT

 public:
  ToolBar(const Actions& actions, QWidget* parent);

  /// Shows or hides the tools that act on the picture only.
  void setPictureToolsShown(bool shown);

 private:
  /// Adds a button whose visibility is not that of its action, which menus show as well.
  QAction* addButton(QAction* action, Qt::ToolButtonStyle style);

  std::vector<QAction*> pictureTools_;  ///< the buttons, and the separators behind them
};

}  // namespace espy::desktop
