// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/tool_bar.h"

#include <QToolButton>

#include "widgets/chosen_style.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/views.h"

namespace espy::desktop {
namespace {

constexpr int kBesideWords = 9;  // pixels
constexpr int kIconSide = 20;    // pixels

}  // namespace

ToolBar::ToolBar(const Actions& actions, QWidget* parent)
    : QToolBar(MainWindow::tr("Tools"), parent) {
  setObjectName(QStringLiteral("tools"));
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);  // else the user could hide the bar
  setIconSize({kIconSide, kIconSide});
  for (const ActionId what : {ActionId::openScene, ActionId::undo, ActionId::redo})
    addButton(actions.at(what), Qt::ToolButtonIconOnly);
  addSeparator();
  const auto addGroup = [&](std::initializer_list<ActionId> group) {
    for (const ActionId what : group)
      pictureTools_.push_back(addButton(actions.at(what), Qt::ToolButtonIconOnly));
    pictureTools_.push_back(addSeparator());
  };
  addGroup({ActionId::toolCrop, ActionId::toolLasso, ActionId::toolIgnore, ActionId::toolHand});
  addGroup({ActionId::fit, ActionId::actualSize, ActionId::zoomIn, ActionId::zoomOut});
  auto* between = new QWidget(this);
  between->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(between);
  // The switcher has text buttons: these views have no established icons.
  for (const ActionId view : Views::all()) {
    QAction* added = addButton(actions.at(view), Qt::ToolButtonTextOnly);
    widgetForAction(added)->setStyleSheet(chosenStyle(kBesideWords));
  }
}

QAction* ToolBar::addButton(QAction* action, Qt::ToolButtonStyle style) {
  auto* button = new QToolButton(this);
  button->setDefaultAction(action);
  button->setToolButtonStyle(style);
  button->setIconSize(iconSize());
  button->setAutoRaise(true);
  button->setAccessibleName(action->iconText());
  button->setFocusPolicy(Qt::TabFocus);
  return addWidget(button);
}

void ToolBar::setPictureToolsShown(bool shown) {
  for (QAction* tool : pictureTools_) tool->setVisible(shown);
}

}  // namespace espy::desktop
