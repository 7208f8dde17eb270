// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QMainWindow>

#include "window/actions.h"

namespace espy::desktop {

/// What distinguishes one tool window from another.
struct ToolWindowKind {
  ActionId what;     ///< the action that opens it
  const char* name;  ///< under which its geometry is stored
  const char* icon;  ///< in resources/icons
  QSize size;        ///< when first opened
  bool escapes;      ///< Escape closes it: its view has no use for that key
};

/// A window of its own for a view that is not a page of the main window. Closing hides it; its
/// menus have the actions that mean the same in every window, and those of the view.
class ToolWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `own`: the view's actions, by ActionId.
  ToolWindow(const ToolWindowKind& kind, QWidget* view, const Actions& shared,
             const QHash<int, QAction*>& own);

  /// Shows the window, or brings it to the front.
  void open();
  /// An action of its menus, or null.
  QAction* action(ActionId what) const;

 signals:
  void opened();
  void closed();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  QString geometryKey() const;
  void addClosing();

  ToolWindowKind kind_;
  const Actions& shared_;
  QHash<int, QAction*> own_;
};

/// Shows a window, or brings it to the front, also if it is minimised.
void bringForward(QWidget& window);

}  // namespace espy::desktop
