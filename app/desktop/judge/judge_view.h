// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <optional>
#include <vector>

#include "espy/engine/judge.h"
#include "judge/judge_desk.h"

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

/// How well the judge does on clicks that it had not seen, how many of the true matches it is to
/// keep, and the matches that it is least sure of: a click on these teaches it most.
class JudgeView : public QDialog {
  Q_OBJECT

 public:
  explicit JudgeView(JudgeDesk& desk, QWidget* parent = nullptr);

  /// The matches are others now.
  void forgetMatch();

 signals:
  void matchWanted(std::uint32_t match);  ///< it is to be looked at

 private:
  void refresh();
  void showWords(double recall);
  void next();
  void sayOfIt(Said said);

  JudgeDesk& desk_;
  NeedleJudgePtr judge_;
  JudgeCurve* curve_;
  QLabel* words_;
  QLabel* unsure_;
  QPushButton* next_;
  QPushButton* yes_;
  QPushButton* no_;
  std::vector<std::uint32_t> seen_;  ///< shown since the judge is another
  std::optional<std::uint32_t> match_;
};

}  // namespace espy::desktop
