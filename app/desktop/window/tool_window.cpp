// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/tool_window.h"

#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <algorithm>
#include <iterator>

#include "window/icons.h"

namespace espy::desktop {
namespace {

/// Actions that mean the same in every window.
constexpr ActionId kShared[] = {ActionId::openScene, ActionId::quit,      ActionId::timing,
                                ActionId::lab,       ActionId::identify,  ActionId::signalLanes,
                                ActionId::live,      ActionId::traveller, ActionId::night,
                                ActionId::help,      ActionId::about};

}  // namespace

void bringForward(QWidget& window) {
  window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
  window.show();
  window.raise();
  window.activateWindow();
}

ToolWindow::ToolWindow(const ToolWindowKind& kind, QWidget* view, const Actions& shared,
                       const QHash<int, QAction*>& own)
    : kind_(kind), shared_(shared), own_(own) {
  setWindowTitle(tr("%1 - Espy").arg(shared.at(kind.what)->iconText()));
  setWindowIcon(icon(QString::fromLatin1(kind.icon), palette()));
  setCentralWidget(view);
  Actions::fill(*menuBar(), [this](ActionId what) { return action(what); });
  addClosing();
  resize(kind.size.boundedTo(screen()->availableSize() * 0.9));
  restoreGeometry(QSettings().value(geometryKey()).toByteArray());
}

QAction* ToolWindow::action(ActionId what) const {
  if (QAction* own = own_.value(static_cast<int>(what))) return own;
  const bool shared = std::find(std::begin(kShared), std::end(kShared), what) != std::end(kShared);
  return shared ? shared_.at(what) : nullptr;
}

void ToolWindow::addClosing() {
  auto* closing = new QAction(tr("&Close"), this);
  QList<QKeySequence> keys{QKeySequence(Qt::CTRL | Qt::Key_W)};
  if (kind_.escapes) keys += QKeySequence(Qt::Key_Escape);
  closing->setShortcuts(keys);
  connect(closing, &QAction::triggered, this, &QWidget::close);
  menuBar()->actions().front()->menu()->insertAction(shared_.at(ActionId::quit), closing);
}

void ToolWindow::open() {
  bringForward(*this);
  emit opened();
}

void ToolWindow::closeEvent(QCloseEvent* event) {
  QSettings().setValue(geometryKey(), saveGeometry());
  QMainWindow::closeEvent(event);
  emit closed();
}

QString ToolWindow::geometryKey() const {
  return QStringLiteral("%1/geometry").arg(QString::fromLatin1(kind_.name));
}

}  // namespace espy::desktop
