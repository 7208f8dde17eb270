// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QUndoCommand>
#include <functional>

#include "model/picture.h"
#include "model/settings.h"

/// What can be undone on the workbench, but for needles, whose commands are the tray's.
namespace espy::desktop {

/// Shows another scene.
class ChangeScene : public QUndoCommand {
 public:
  using Show = std::function<void(const PicturePtr&)>;
  ChangeScene(PicturePtr before, PicturePtr after, Show show);
  void redo() override { show_(after_); }
  void undo() override { show_(before_); }

 private:
  PicturePtr before_;
  PicturePtr after_;
  Show show_;
};

/// What is told apart by undo: turning one knob several times is one step.
enum Knob : unsigned {
  methodKnob = 1,
  scoreKnob = 2,
  selectionKnob = 4,
  engineKnob = 8,
  poseKnob = 16
};
unsigned knobsBetween(const SearchSettings& a, const SearchSettings& b);

/// Searches another way.
class ChangeSettings : public QUndoCommand {
 public:
  using Apply = std::function<void(const SearchSettings&)>;
  ChangeSettings(SearchSettings before, SearchSettings after, Apply apply);
  void redo() override { apply_(after_); }
  void undo() override { apply_(before_); }
  int id() const override { return kId; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  static constexpr int kId = 2;

  unsigned knobs() const { return knobsBetween(before_, after_); }

  SearchSettings before_;
  SearchSettings after_;
  Apply apply_;
};

}  // namespace espy::desktop
