// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPixmap>
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "espy/engine/identify.h"

class QPainter;

namespace espy::desktop {

/// One of two pictures that are compared.
struct PairSide {
  QString title;
  Size size;  ///< of the whole picture; `points` are in its coordinates
  std::vector<FeaturePoint> points;
  QImage image;  ///< null: features are drawn as dots
  QString note;  ///< text below it
};

/// Two pictures, their feature pairs and the homography between them.
struct ShownPair {
  std::optional<PairSide> query;  ///< none: only a surface is shown
  PairSide reference;
  std::vector<FeaturePair> pairs;
  std::vector<bool> inliers;  ///< for each pair
  std::optional<Homography> homography;
};

/// Shows two pictures side by side or one above the other, whichever makes them larger, with lines
/// between matched features and the reference's frame projected into the query.
class PairView : public QWidget {
  Q_OBJECT

 public:
  explicit PairView(QWidget* parent = nullptr);

  void show(ShownPair pair);
  void clear();
  const std::optional<ShownPair>& shown() const { return pair_; }
  /// Whether outliers are drawn, too.
  void setOthersShown(bool shown);
  /// Whether lines are drawn; without them only the end points of inliers.
  void setLinesShown(bool shown);

  /// Rectangles of the pictures, in widget coordinates.
  QRectF queryFrame() const { return query_.frame; }
  QRectF referenceFrame() const { return reference_.frame; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Frame of a picture in the widget, and its cached pixmap in that size.
  struct Place {
    QRectF frame;
    QPixmap pixmap;
    qint64 image = 0;  ///< cache key of the image that the pixmap was made from
  };

  void arrange();
  double fit(const QRectF& first, const QRectF& second, bool keep);
  QRectF frameIn(const QRectF& cell, const PairSide& side) const;
  void paintSide(QPainter& painter, const PairSide& side, Place& place) const;
  void paintPicture(QPainter& painter, const PairSide& side, Place& place) const;
  void paintInlier(QPainter& painter, QPointF from, QPointF to) const;
  void paintLines(QPainter& painter, bool inliers) const;
  void paintBox(QPainter& painter) const;
  void describe();

  std::optional<ShownPair> pair_;
  Place query_;
  Place reference_;
  bool othersShown_ = true;
  bool linesShown_ = true;
};

/// Draws the features as dots in a small picture, for surfaces without a file.
QImage pictureOfPoints(const PairSide& side, QSize most, const QPalette& palette);

}  // namespace espy::desktop
