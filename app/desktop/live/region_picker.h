// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QObject>
#include <QRect>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace espy::desktop {

/// Covers a screen with its picture, darkened, over which a rectangle is dragged.
class ScreenCover : public QWidget {
  Q_OBJECT

 public:
  /// `picture`: of this screen, in its pixels.
  ScreenCover(QScreen& screen, QImage picture);

 signals:
  void picked(const QRect& pixels);  ///< of the picture
  void dropped();                    ///< Escape, or a click

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// In pixels of the picture.
  QRect pixels() const;

  QImage picture_;
  std::optional<QPoint> from_;
  QPoint to_;
};

/// Lets the user drag a rectangle over the screens.
class RegionPicker : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Shows this picture of all screens over them.
  void start(const QImage& screens);
  /// Removes the covers; emits nothing.
  void cancel();
  bool isActive() const { return !covers_.empty(); }
  const std::vector<std::unique_ptr<ScreenCover>>& covers() const { return covers_; }

 signals:
  /// In pixels of all screens; empty: none was chosen.
  void picked(const QRect& region);

 private:
  void end(const QRect& region);

  std::vector<std::unique_ptr<ScreenCover>> covers_;
};

}  // namespace espy::desktop
