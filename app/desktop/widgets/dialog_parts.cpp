// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/dialog_parts.h"

#include <QBoxLayout>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QScreen>
#include <algorithm>

namespace espy::desktop {

QPushButton* addDialogButtons(QDialog& dialog, QBoxLayout& column, const QString& action,
                              const QString& tip) {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QPushButton* button = buttons->addButton(action, QDialogButtonBox::ActionRole);
  button->setToolTip(tip);
  button->setDefault(true);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  column.addWidget(buttons);
  return button;
}

void openBeside(QDialog& dialog, const QWidget& widget) {
  if (!dialog.isVisible()) {
    dialog.adjustSize();
    const QPoint corner = widget.mapToGlobal(QPoint(widget.width(), 0));
    const int last = widget.screen()->availableGeometry().right() - dialog.width();
    dialog.move(std::min(corner.x(), last), corner.y());
  }
  dialog.show();
  dialog.raise();
  dialog.activateWindow();
}

}  // namespace espy::desktop
