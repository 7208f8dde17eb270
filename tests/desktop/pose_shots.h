// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QToolButton>

#include "desktop/shots.h"
#include "options/options_panel.h"
#include "widgets/notice_bar.h"

/// Screenshots of parts on a table, which are searched at other angles and sizes.
namespace espy::desktop {

/// A machine part without symmetries.
inline QImage partPicture() {
  QImage part(96, 64, QImage::Format_ARGB32_Premultiplied);
  part.fill(Qt::transparent);
  QPainter painter(&part);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(196, 202, 210));
  painter.drawRoundedRect(QRectF(2, 2, 92, 60), 10, 10);
  painter.setBrush(QColor(70, 78, 90));
  painter.drawEllipse(QPointF(20, 20), 10, 10);
  painter.drawRect(QRectF(44, 12, 40, 8));
  painter.drawRect(QRectF(12, 42, 24, 10));
  painter.setBrush(QColor(186, 120, 40));
  painter.drawPolygon(QPolygonF({{54, 52}, {84, 52}, {84, 30}}));
  return part;
}

/// Parts on a table in different poses, one mirrored.
inline PicturePtr partsScene() {
  QImage table(900, 620, QImage::Format_RGB32);
  for (int y = 0; y < table.height(); ++y) {
    for (int x = 0; x < table.width(); ++x) {
      const int grain = (x * 37 + y * 91 + (x * y) % 61) % 17;
      table.setPixelColor(x, y, QColor(112 + grain + x / 60, 104 + grain + y / 60, 96 + grain));
    }
  }
  QPainter painter(&table);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QImage part = partPicture();
  struct Place {
    double x, y, angle, scale;
  };
  for (const Place& place :
       {Place{148, 132, 0, 1}, Place{380, 150, 35, 1}, Place{640, 140, 90, 1.4},
        Place{210, 370, -110, 0.7}, Place{470, 400, 160, 1.8}, Place{740, 430, -25, 0.55},
        Place{690, 560, 70, 0.8}}) {
    painter.save();
    painter.translate(place.x, place.y);
    painter.rotate(-place.angle);
    painter.scale(place.scale, place.scale);
    painter.drawImage(QPointF(-part.width() / 2.0, -part.height() / 2.0), part);
    painter.restore();
  }
  painter.end();
  auto picture = std::make_shared<Picture>();
  picture->image = imageFrom(table);
  picture->name = QStringLiteral("parts");
  return picture;
}

inline void showParts(MainWindow& window, const PoseOptions& pose) {
  window.bench().setScene(partsScene());
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.8;
  settings.select.overlap = 0.5;
  settings.pose = pose;
  window.bench().setSettings(settings);
  window.bench().cut({100, 100, 96, 64});
  awaitMatches(window);
  settle(window);
}

inline void showTurned(MainWindow& window) {
  MarkSettings marks = window.bench().markSettings();
  marks.numbers = true;
  window.bench().setMarkSettings(marks);
  PoseOptions pose;
  pose.angle = {-180, 180, 0};
  pose.scale = {0.5, 2, 0};
  showParts(window, pose);
  window.actions().at(ActionId::nextMatch)->trigger();
  window.actions().at(ActionId::nextMatch)->trigger();
}

/// Custom ranges and their matches.
inline void showRanges(MainWindow& window) {
  PoseOptions pose;
  pose.angle = {-40, 40, 0};
  pose.scale = {0.5, 1.25, 0};
  pose.flip = true;
  showParts(window, pose);
}

/// A part cut off by the picture's border, and the option that finds it.
inline void showBorder(MainWindow& window) {
  const PicturePtr whole = partsScene();
  auto needle = std::make_shared<Picture>();
  needle->image = cutOut(whole->image, {100, 100, 96, 64});
  needle->name = QStringLiteral("part");
  auto scene = std::make_shared<Picture>();
  scene->image = cutOut(whole->image, {130, 60, 500, 340});
  scene->name = QStringLiteral("parts");
  window.bench().setScene(scene);
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.8;
  settings.select.overlap = 0.5;
  settings.pose.visible = 0.5;
  window.bench().setSettings(settings);
  window.bench().addNeedle(needle);
  window.findChild<OptionsPanel*>()->findChild<QToolButton*>(QStringLiteral("details"))->click();
  awaitMatches(window);
}

/// A rotated needle: no match, and the offer of other angles.
inline void showWider(MainWindow& window) {
  window.bench().setScene(partsScene());
  auto needle = std::make_shared<Picture>();
  QImage whole(96, 64, QImage::Format_RGB32);
  whole.fill(QColor(118, 110, 104));
  QPainter painter(&whole);
  painter.drawImage(0, 0, partPicture());
  painter.end();
  needle->image = imageFrom(whole.transformed(QTransform().rotate(90)));
  needle->name = QStringLiteral("part");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  window.bench().addNeedle(needle);
  await("there is a notice", [&] { return window.notice().isVisible(); });
}

inline void showWiderFound(MainWindow& window) {
  showWider(window);
  window.bench().searchWider();
  awaitMatches(window);
}

inline constexpr State kPoseStates[] = {
    {"turned", showTurned}, {"ranges", showRanges},          {"border", showBorder},
    {"wider", showWider},   {"wider-found", showWiderFound},
};

}  // namespace espy::desktop
