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

/// One of two pictures that are held against each other.
struct PairSide {
  QString title;
  Size size;  ///< of the whole picture, in which the points lie
  std::vector<FeaturePoint> points;
  QImage image;  ///< null: its features are shown as dots
  QString note;  ///< below it
};

/// Two pictures and what they have in common.
struct ShownPair {
  std::optional<PairSide> query;  ///< none: a surface is looked at, and nothing is asked
  PairSide reference;
  std::vector<FeaturePair> pairs;
  std::vector<bool> inliers;  ///< for each pair
  std::optional<Homography> homography;
};

/// Shows two pictures beside each other, or one above the other where that leaves them more room,
/// with lines between what matches and the reference's frame as it lies in the query.
class PairView : public QWidget {
  Q_OBJECT

 public:
  explicit PairView(QWidget* parent = nullptr);

  void show(ShownPair pair);
  void clear();
  const std::optional<ShownPair>& shown() const { return pair_; }
  /// Are matched features that do not agree shown as well?
  void setOthersShown(bool shown);
  /// Without lines only the ends of what agrees are seen, and what is below.
  void setLinesShown(bool shown);

  /// Where the pictures are, and where a point of one is.
  QRectF queryFrame() const { return query_.frame; }
  QRectF referenceFrame() const { return reference_.frame; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Where a side is painted, and its picture in that size.
  struct Place {
    QRectF frame;
    QPixmap pixmap;
    qint64 image = 0;  ///< of which it was made
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

/// A small picture of features as dots, for surfaces without one.
QImage pictureOfPoints(const PairSide& side, QSize most, const QPalette& palette);

}  // namespace espy::desktop
