// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QComboBox>

#include "desktop/pose_pictures.h"
#include "desktop/window_stage.h"
#include "model/poses.h"
#include "options/pose_form.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {

/// Settings of a zncc search with these poses.
inline SearchSettings zncc(const PoseOptions& pose = {}) {
  SearchSettings settings;
  settings.method = Method::zncc;
  settings.minScore = 0.9;
  settings.select.overlap = kScoredOverlap;
  settings.pose = pose;
  return settings;
}

/// A window for searches with poses.
class PoseStage : public WindowStage {
  Q_OBJECT

 protected:
  Workbench& bench() { return window_->bench(); }
  PoseForm& form() { return *window_->findChild<PoseForm*>(); }
  void choose(PoseChoice choice) {
    form().choice().setCurrentIndex(form().choice().findData(static_cast<int>(choice)));
  }
  template <class Widget>
  Widget* named(const char* name) {
    for (Widget* widget : window_->findChildren<Widget*>()) {
      if (widget->accessibleName() == QLatin1String(name)) return widget;
    }
    return nullptr;
  }
  QAbstractButton* offer(const char* text) {
    for (QAbstractButton* button : window_->notice().findChildren<QAbstractButton*>()) {
      if (button->isVisible() && button->text() == QLatin1String(text)) return button;
    }
    return nullptr;
  }
  void searchFor(const QImage& scene, const QImage& needle, const SearchSettings& settings) {
    bench().setSettings(settings);
    bench().setScene(pictureOf(scene, "scene"));
    bench().addNeedle(pictureOf(needle, "part"));
    QTRY_VERIFY_WITH_TIMEOUT(bench().matches().result(), kPatience);
    awaitSearch();
  }
};

}  // namespace espy::desktop
