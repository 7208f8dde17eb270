// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "model/drag_data.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// The needle as one picture: what its mask ignores is transparent there.
Image withMask(const NeedleItem& needle);

/// The needle on its way into another program: as a picture and as a file, both with what it
/// ignores transparent. Our own window does not take it: it is there already.
std::unique_ptr<DragData> draggedNeedle(const NeedleItem& needle);

/// Needles leave the window: as files and through the clipboard.
class NeedleExport : public QObject {
  Q_OBJECT

 public:
  explicit NeedleExport(QWidget& window);

  void copy(const NeedleItem& needle);
  /// Asks where, without stopping the window.
  void save(const NeedleItem& needle);
  /// Tells with `said` how it went.
  void saveTo(const NeedleItem& needle, const QString& path);

 signals:
  void said(const QString& sentence, bool trouble);

 private:
  QWidget& window_;
};

}  // namespace espy::desktop
