// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/needle_commands.h"

#include <QCoreApplication>
#include <utility>

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct NeedleCommandsWords {
  Q_DECLARE_TR_FUNCTIONS(NeedleCommands)
};

}  // namespace

AddNeedle::AddNeedle(NeedleTray& tray, NeedleItem item) : tray_(tray), item_(std::move(item)) {
  setText(NeedleCommandsWords::tr("add needle %1").arg(item_.name));
}
void AddNeedle::redo() {
  tray_.insert(tray_.rowCount(), item_);
}
void AddNeedle::undo() {
  item_ = tray_.take(tray_.rowOf(item_.id));
}

RemoveNeedle::RemoveNeedle(NeedleTray& tray, int id) : tray_(tray), id_(id) {
  setText(NeedleCommandsWords::tr("remove needle %1").arg(tray.find(id)->name));
}
void RemoveNeedle::redo() {
  row_ = tray_.rowOf(id_);
  item_ = tray_.take(row_);
}
void RemoveNeedle::undo() {
  tray_.insert(row_, item_);
}

EditNeedle::EditNeedle(NeedleTray& tray, NeedleItem item, const QString& text, int gesture)
    : QUndoCommand(text),
      tray_(tray),
      before_(*tray.find(item.id)),
      after_(std::move(item)),
      gesture_(gesture) {}
void EditNeedle::redo() {
  tray_.replace(tray_.rowOf(after_.id), after_);
}
void EditNeedle::undo() {
  tray_.replace(tray_.rowOf(before_.id), before_);
}

bool EditNeedle::mergeWith(const QUndoCommand* other) {
  const auto* next = static_cast<const EditNeedle*>(other);  // NOLINT: equal ids, equal class
  if (gesture_ == 0 || next->gesture_ != gesture_ || next->after_.id != after_.id) return false;
  after_ = next->after_;
  return true;
}

}  // namespace espy::desktop
