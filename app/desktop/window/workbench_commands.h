// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

#include "window/workbench.h"

namespace espy::desktop {

/// Replaces the scene.
class ChangeScene : public QUndoCommand {
 public:
  using Show = std::function<void(const PicturePtr&)>;
  ChangeScene(PicturePtr before, PicturePtr after, Show show)
      : before_(std::move(before)), after_(std::move(after)), show_(std::move(show)) {
    setText(Workbench::tr("open %1").arg(after_->name));
  }
  void redo() override { show_(after_); }
  void undo() override { show_(before_); }

 private:
  PicturePtr before_;
  PicturePtr after_;
  Show show_;
};

/// Groups of settings; consecutive changes within a group are merged into one undo step.
enum Knob : unsigned {
  methodKnob = 1,
  scoreKnob = 2,
  selectionKnob = 4,
  engineKnob = 8,
  poseKnob = 16
};

/// The groups in which two settings differ.
inline unsigned knobsBetween(const SearchSettings& a, const SearchSettings& b) {
  unsigned knobs = 0;
  if (a.automatic != b.automatic || a.method != b.method || a.tolerance != b.tolerance ||
      a.weighted != b.weighted || a.denoise != b.denoise || a.bend != b.bend) {
    knobs |= methodKnob;
  }
  if (a.minScore != b.minScore) knobs |= scoreKnob;
  if (a.select.overlap != b.select.overlap || a.select.across != b.select.across ||
      a.select.top != b.select.top) {
    knobs |= selectionKnob;
  }
  if (a.engine != b.engine || a.threads != b.threads) knobs |= engineKnob;
  if (a.pose != b.pose) knobs |= poseKnob;
  return knobs;
}

/// Changes the settings.
class ChangeSettings : public QUndoCommand {
 public:
  using Apply = std::function<void(const SearchSettings&)>;
  ChangeSettings(SearchSettings before, SearchSettings after, Apply apply)
      : before_(std::move(before)), after_(std::move(after)), apply_(std::move(apply)) {
    setText(knobs() == scoreKnob ? Workbench::tr("change the minimum score")
                                 : Workbench::tr("change the options"));
  }
  void redo() override { apply_(after_); }
  void undo() override { apply_(before_); }
  int id() const override { return kId; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const ChangeSettings*>(other);  // NOLINT: equal ids, equal class
    if (next->knobs() != knobs()) return false;
    after_ = next->after_;
    return true;
  }

 private:
  static constexpr int kId = 2;

  unsigned knobs() const { return knobsBetween(before_, after_); }

  SearchSettings before_;
  SearchSettings after_;
  Apply apply_;
};

}  // namespace espy::desktop
