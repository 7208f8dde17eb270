// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <vector>

#include "demo/find_game.h"
#include "demo/night_crowd.h"
#include "model/job.h"

namespace espy::desktop {

class Actions;
class Canvas;
class ResultsView;
class Workbench;

/// The game of finding at night: too many look like him, a few clicks say who is not, and what is
/// learned from these and from photographs of him leaves him alone. The search and the learner are
/// those of everybody; all that this knows better than they is whom it must not click.
class NightLink : public QObject {
  Q_OBJECT

 public:
  NightLink(Workbench& bench, Canvas& canvas, ResultsView& results, const Actions& actions,
            QObject* parent = nullptr);

  /// Draws the crowd, and asks.
  void begin();
  FindGame& game() { return game_; }

 signals:
  void failed(const QString& sentence);

 private:
  enum class Step { none, searching, marking, learning };

  void ask(NightCrowd crowd);
  void onResult();
  void onDesk();
  void guide();
  void click();
  void clickNext();
  void learn();
  void look();
  bool isHim(std::uint32_t match) const;
  /// Those that are left and of whom nothing was said, but for him.
  std::vector<std::uint32_t> strangers() const;
  QString detail() const;

  Workbench& bench_;
  Canvas& canvas_;
  ResultsView& results_;
  const Actions& actions_;
  NightCrowd crowd_;
  Step step_ = Step::none;
  int rounds_ = 0;                     ///< so many times something was learned
  std::vector<std::uint32_t> clicks_;  ///< that Espy is about to make, the last one first
  QTimer clicking_;
  FindGame game_;
  Job drawing_;
};

}  // namespace espy::desktop
