// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

#include "judge/judge_controller.h"
#include "widgets/status_label.h"

namespace espy::desktop {

/// Bar in the panel of matches: state of the judge, learning and its actions.
class JudgeBar : public QWidget {
  Q_OBJECT

 public:
  explicit JudgeBar(JudgeController& controller, QWidget* parent = nullptr);

 signals:
  void curveWanted();
  void minimumWanted(double score);

 private:
  void refresh();
  QString sentence(const JudgeState& state) const;
  QPushButton* button(const QString& text, const QString& tip);

  JudgeController& controller_;
  StatusLabel* words_;
  QProgressBar* progress_;
  QPushButton* learn_;
  QPushButton* cancel_;
  QPushButton* show_;
  QPushButton* undo_;
  QPushButton* curve_;
  QPushButton* forget_;
  QPushButton* use_;
};

}  // namespace espy::desktop
