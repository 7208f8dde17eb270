// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QUndoCommand>

#include "model/needle_tray.h"

namespace espy::desktop {

/// Appends a needle to the tray.
class AddNeedle : public QUndoCommand {
 public:
  AddNeedle(NeedleTray& tray, NeedleItem item);
  void redo() override;
  void undo() override;

 private:
  NeedleTray& tray_;
  NeedleItem item_;
};

/// Removes a needle from the tray.
class RemoveNeedle : public QUndoCommand {
 public:
  RemoveNeedle(NeedleTray& tray, int id);
  void redo() override;
  void undo() override;

 private:
  NeedleTray& tray_;
  int id_;
  int row_ = 0;
  NeedleItem item_;
};

/// Replaces a needle: pixels, mask, name, colour, on or off. Edits with the same `gesture` (not 0)
/// are merged into one undo step.
class EditNeedle : public QUndoCommand {
 public:
  EditNeedle(NeedleTray& tray, NeedleItem item, const QString& text, int gesture = 0);
  void redo() override;
  void undo() override;
  int id() const override { return kId; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  static constexpr int kId = 1;

  NeedleTray& tray_;
  NeedleItem before_;
  NeedleItem after_;
  int gesture_;
};

}  // namespace espy::desktop
