// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "espy/engine/judge.h"

namespace espy::desktop {

/// What becomes of the clicks that a judge had not seen, if matches are kept from some probability
/// on.
struct CurvePoint {
  double threshold = 0;
  double precision = 1;  ///< of those that are kept, so many are true
  double recall = 1;     ///< of the true ones, so many are kept
};
CurvePoint pointAt(const Judge& judge, double threshold);
/// One for each threshold that makes a difference, from the least to the greatest.
std::vector<CurvePoint> curveOf(const Judge& judge);

/// Precision over recall, with the chosen point, which can be dragged, or moved by the arrow keys.
class JudgeCurve : public QWidget {
  Q_OBJECT

 public:
  explicit JudgeCurve(QWidget* parent = nullptr);

  void setJudge(const Judge& judge, double recall);
  /// The share of the true matches that is to be kept.
  double recall() const { return recall_; }
  QSize sizeHint() const override { return {360, 280}; }
  QSize minimumSizeHint() const override { return {200, 160}; }
  /// Where a point of the curve is painted.
  QPointF placeOf(double recall, double precision) const;

 signals:
  void recallChanging(double recall);
  void recallChosen(double recall);  ///< let go of

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF plot() const;
  void take(double recall);

  Judge judge_;
  std::vector<CurvePoint> points_;
  double recall_ = 1;
};

}  // namespace espy::desktop
