// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/race_legend.h"

#include <QPainter>
#include <algorithm>

#include "charts/chart_style.h"

namespace espy::desktop {

RaceLegend::RaceLegend(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Legend of the colours"));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void RaceLegend::setPlan(const RacePlan& plan) {
  stages_.clear();
  QStringList names;
  for (const RaceRunner& runner : plan.runners()) {
    for (const RaceStage& stage : runner.stages) {
      if (std::find(stages_.begin(), stages_.end(), stage.name) != stages_.end()) continue;
      stages_.push_back(stage.name);
      names += stageName(stage.name);
    }
  }
  setAccessibleDescription(names.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

template <class Place>
int RaceLegend::layOut(int width, const Place& place) const {
  const int em = fontMetrics().height();
  int x = 0;
  int y = 0;
  for (const std::string& stage : stages_) {
    const int wide = em * 3 + fontMetrics().horizontalAdvance(stageName(stage));
    if (x > 0 && x + wide > width) {
      x = 0;
      y += em * 5 / 4;
    }
    place(stage, QRect(x, y, wide, em));
    x += wide;
  }
  return stages_.empty() ? 0 : y + em * 5 / 4;
}

QSize RaceLegend::minimumSizeHint() const {
  return {fontMetrics().height() * 8, heightForWidth(width())};
}

int RaceLegend::heightForWidth(int width) const {
  return layOut(width, [](const std::string&, const QRect&) {});
}

void RaceLegend::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  layOut(width(), [&](const std::string& stage, const QRect& place) {
    const int em = fontMetrics().height();
    const QRect patch(place.left(), place.top() + em / 6, em * 4 / 3, em * 2 / 3);
    fillSeries(painter, patch, seriesStyle(seriesOfStage(stage), palette()));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(place.adjusted(em * 5 / 3, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     stageName(stage));
  });
}

}  // namespace espy::desktop
