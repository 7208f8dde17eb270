// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <optional>
#include <vector>

#include "judge/judge_curve.h"
#include "judge/judge_desk.h"

namespace espy::desktop {

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
