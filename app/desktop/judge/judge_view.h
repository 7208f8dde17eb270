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
#include "judge/judge_controller.h"

namespace espy::desktop {

/// Precision and recall on held-out labelled matches at one threshold.
struct CurvePoint {
  double threshold = 0;
  double precision = 1;  ///< fraction of the kept matches that are true
  double recall = 1;     ///< fraction of the true matches that are kept
};
CurvePoint pointAt(const Judge& judge, double threshold);
/// One point per distinct threshold, in ascending order.
std::vector<CurvePoint> curveOf(const Judge& judge);

/// Precision-recall curve. The operating point is set by dragging or with the arrow keys.
class JudgeCurve : public QWidget {
  Q_OBJECT

 public:
  explicit JudgeCurve(QWidget* parent = nullptr);

  void setJudge(const Judge& judge, double recall);
  /// The chosen recall.
  double recall() const { return recall_; }
  QSize sizeHint() const override { return {360, 280}; }
  QSize minimumSizeHint() const override { return {200, 160}; }
  /// Position of a point in the widget.
  QPointF placeOf(double recall, double precision) const;

 signals:
  void recallChanging(double recall);
  void recallChosen(double recall);  ///< at the end of a drag

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

/// Dialog of a judge: its precision-recall curve on held-out labelled matches, the recall to keep,
/// and the matches of which it is least certain: labelling those teaches it most.
class JudgeView : public QDialog {
  Q_OBJECT

 public:
  explicit JudgeView(JudgeController& controller, QWidget* parent = nullptr);

  /// Call when the list of matches was replaced.
  void forgetMatch();

 signals:
  void matchWanted(std::uint32_t match);  ///< show it in the picture

 private:
  void refresh();
  void showWords(double recall);
  void next();
  void sayOfIt(MatchVerdict said);

  JudgeController& controller_;
  NeedleJudgePtr judge_;
  JudgeCurve* curve_;
  QLabel* words_;
  QLabel* unsure_;
  QPushButton* next_;
  QPushButton* yes_;
  QPushButton* no_;
  std::vector<std::uint32_t> seen_;  ///< shown since the judge changed
  std::optional<std::uint32_t> match_;
};

}  // namespace espy::desktop
