// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/first_match.h"

#include <QApplication>
#include <QEvent>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "canvas/canvas.h"
#include "window/workbench.h"

namespace espy::desktop {

FirstMatch::FirstMatch(Workbench& bench, Canvas& canvas, std::function<bool()> busy)
    : bench_(bench), canvas_(canvas), busy_(std::move(busy)), spotlight_(new Spotlight(canvas)) {
  connect(&bench.search(), &SearchController::started, this, &FirstMatch::arm);
  connect(&bench, &Workbench::resultChanged, this, &FirstMatch::show);
  connect(&bench, &Workbench::sceneChanged, this, &FirstMatch::disarm);
}

void FirstMatch::arm() {
  std::vector<int> needles;
  for (const NeedleItem& needle : bench_.tray().items()) {
    if (needle.on) needles.push_back(needle.id);
  }
  if (scene_ == bench_.scene() && needles_ == needles) return;
  scene_ = bench_.scene();
  needles_ = std::move(needles);
  disarm();
  const bool reduced = QSettings().value(QStringLiteral("race/reducedMotion"), false).toBool();
  if (reduced || !canvas_.animates() || busy_()) return;
  armed_ = true;
  qApp->installEventFilter(this);
}

void FirstMatch::disarm() {
  armed_ = false;
  spotlight_->stop();
  qApp->removeEventFilter(this);
}

void FirstMatch::show() {
  const SearchResultPtr& result = bench_.matches().result();
  if (!armed_ || !result || result->scene != scene_ || !canvas_.isVisible()) return;
  const auto isCut = [&](const Match& match) {
    const NeedleItem& needle = result->needles[match.needle];
    return needle.isOf(result->scene) && *needle.origin == windowOf(match);
  };
  const auto first = std::ranges::find_if_not(result->finding.matches, isCut);
  if (first == result->finding.matches.end() || first->score < bench_.settings().minScore) return;
  armed_ = false;
  spotlight_->begin(windowOf(*first), Spotlight::Ending::fades);
}

bool FirstMatch::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
    case QEvent::NativeGesture:
      disarm();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace espy::desktop
