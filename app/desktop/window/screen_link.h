// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

namespace espy::desktop {

class Canvas;
class ScreenDialog;
class Workbench;

/// Tools > Screen by colour: opens the dialog, picks colours from the canvas, and shows the copy.
class ScreenLink : public QObject {
  Q_OBJECT

 public:
  ScreenLink(Workbench& bench, Canvas& canvas);
  ~ScreenLink() override;

  /// Opens the dialog, or brings it to the front.
  void open();
  ScreenDialog* dialog() const;

 protected:
  /// Clicks in the picture pick colours.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void setPicking(bool on);

  Workbench& bench_;
  Canvas& canvas_;
  QPointer<QObject> dialog_;  ///< ScreenDialog
};

}  // namespace espy::desktop
