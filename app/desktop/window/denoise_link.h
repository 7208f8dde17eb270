// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace espy::desktop {

class Canvas;
class DenoiseDialog;
class Workbench;

/// Tools > Denoise: opens the dialog, shows its copies over the picture, and passes its strength to
/// the search once the slider rests.
class DenoiseLink : public QObject {
  Q_OBJECT

 public:
  DenoiseLink(Workbench& bench, Canvas& canvas);
  ~DenoiseLink() override;

  /// Opens the dialog, or brings it to the front.
  void open();
  DenoiseDialog* dialog() const;

 private:
  void search();

  Workbench& bench_;
  Canvas& canvas_;
  QPointer<QObject> dialog_;  ///< DenoiseDialog
  double wanted_ = 0;         ///< strength for searches
  QTimer rest_;               ///< runs while the slider moves
};

}  // namespace espy::desktop
