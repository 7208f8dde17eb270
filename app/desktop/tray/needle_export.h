// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "model/drag_data.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// The needle's picture with its masked pixels transparent.
Image withMask(const NeedleItem& needle);

/// Drag data for other programs: a picture and a file, both with masked pixels transparent. The own
/// window does not accept it.
std::unique_ptr<DragData> draggedNeedle(const NeedleItem& needle);

/// Exports needles to files and the clipboard.
class NeedleExport : public QObject {
  Q_OBJECT

 public:
  explicit NeedleExport(QWidget& window);

  void copy(const NeedleItem& needle);
  /// Shows a file dialog, without blocking the window.
  void save(const NeedleItem& needle);
  /// Emits `said` with the outcome.
  void saveTo(const NeedleItem& needle, const QString& path);

 signals:
  void said(const QString& sentence, bool trouble);

 private:
  QWidget& window_;
};

}  // namespace espy::desktop
