// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace espy::desktop {

/// Overlay shown while files are dragged over a view; describes the effect of the drop.
class DropOverlay : public QWidget {
  Q_OBJECT

 public:
  DropOverlay(QWidget* view, const QString& title, const QString& hint);

  void begin();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  QString title_;
  QString hint_;
};

}  // namespace espy::desktop
