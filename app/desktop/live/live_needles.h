// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QUndoStack>

#include "model/needle_tray.h"
#include "search/picture_loader.h"

class QImage;
class QWidget;

namespace espy::desktop {

/// The needles of a live view. Changes can be undone.
class LiveNeedles : public QObject {
  Q_OBJECT

 public:
  explicit LiveNeedles(QObject* parent = nullptr);

  NeedleTray& tray() { return tray_; }
  QUndoStack& undo() { return undo_; }
  bool hasAny() const { return !tray_.items().empty(); }
  bool canUndo() const { return undo_.canUndo(); }
  bool canRedo() const { return undo_.canRedo(); }

  /// Reads files in the background.
  void open(const QStringList& paths);
  void askForFiles(QWidget* parent);
  void add(PicturePtr picture);
  void addPixels(const QImage& pixels);
  /// Cuts a rectangle, which must be inside, out of a frame. With `again` it replaces the needle
  /// that was cut last.
  void cut(const PicturePtr& frame, const QRect& rectangle, bool again);
  void remove(int id);

 signals:
  void failed(const QString& sentence);

 private:
  NeedleTray tray_;
  QUndoStack undo_;
  PictureLoader loader_;
  int cutId_ = 0;
  int cuts_ = 0;    ///< counter for names
  int pastes_ = 0;  ///< counter for names
};

}  // namespace espy::desktop
