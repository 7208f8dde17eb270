// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/tool_bar.h"

#include <QToolBar>
#include <QToolButton>

#include "widgets/chosen_style.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/views.h"

namespace espy::desktop {

namespace {

/// Pixels: all words are to be seen in a window of 800, in any language.
constexpr int kBesideWords = 3;
constexpr int kIconSide = 20;

}  // namespace

QToolBar* makeToolBar(QMainWindow& window, const Actions& actions) {
  QToolBar* bar = window.addToolBar(MainWindow::tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);  // it cannot be lost
  bar->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->setIconSize({kIconSide, kIconSide});
  const auto add = [&](std::initializer_list<Do> group) {
    for (const Do what : group) bar->addAction(actions.at(what));
    bar->addSeparator();
  };
  add({Do::openScene, Do::undo, Do::redo});
  add({Do::toolCrop, Do::toolLasso, Do::toolIgnore, Do::toolHand});
  add({Do::fit, Do::actualSize, Do::zoomIn, Do::zoomOut});
  auto* between = new QWidget(bar);
  between->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(between);
  // The switcher: words, since nobody knows a picture for these.
  for (const Do view : Views::all()) {
    auto* button = new QToolButton(bar);
    button->setDefaultAction(actions.at(view));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setStyleSheet(chosenStyle(kBesideWords));
    bar->addWidget(button);
  }
  for (auto* button : bar->findChildren<QToolButton*>()) {
    const QAction* action = button->defaultAction();
    if (action == nullptr) continue;
    button->setAccessibleName(action->iconText());
    button->setFocusPolicy(Qt::TabFocus);
  }
  return bar;
}

}  // namespace espy::desktop
