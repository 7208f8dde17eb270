// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "canvas/marks.h"
#include "model/job.h"
#include "model/match_list.h"
#include "search/score_mapper.h"
#include "widgets/notice_bar.h"
#include "window/actions.h"

namespace espy::desktop {

class Canvas;
class Workbench;

/// View > Score map: while it is on, the canvas shows the scores of the needle that is cut out, or
/// else of the first one that is on. They are computed beside everything else, after each search.
class ScoreView : public QObject {
  Q_OBJECT

 public:
  ScoreView(Workbench& bench, Canvas& canvas, QObject* parent = nullptr);

  void setWanted(bool wanted);
  bool isWanted() const { return wanted_; }
  const ScoreMapper& mapper() const { return mapper_; }

 signals:
  void failed(const QString& sentence);

 private:
  void update();

  Workbench& bench_;
  Canvas& canvas_;
  ScoreMapper mapper_;
  bool wanted_ = false;
};

/// What marks are made of.
struct MarksOrder {
  SearchResultPtr result;
  std::vector<std::uint32_t> shown;  ///< one mark for each, in this order
  std::vector<QColor> colours;
  std::vector<PixelMask> shapes;
  QSize picture;
  std::vector<Said> said;   ///< by match, or empty
  std::vector<bool> faint;  ///< the same: those that the judge leaves out
};

/// Makes the marks of matches, of millions of them on a worker thread.
class MarksMaker : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Forgets what is being made. True: `made` was emitted already; else it will be.
  bool make(MarksOrder order);
  void forget() { job_.forget(); }
  bool making() const { return job_.running(); }

 signals:
  void made(const std::shared_ptr<const espy::desktop::Marks>& marks);

 private:
  Job job_;
};

class Canvas;
class CanvasMenu;
class ResultsView;
class ScoreView;
class Workbench;

/// Ties the canvas to the workbench and to the table of matches: what is found is drawn, what is
/// dragged becomes a needle, what is selected on one side is selected on the other, and where
/// nothing is found the notice says so and what else there is.
class CanvasLink : public QObject {
  Q_OBJECT

 public:
  CanvasLink(Workbench& bench, Canvas& canvas, ResultsView& results, NoticeBar& notice,
             const Actions& actions);
  ~CanvasLink() override;

  const ScoreView& scores() const { return *scores_; }

 private:
  /// What the menus ask for that is about the canvas and its matches.
  void act(Do what);
  void goTo(std::uint32_t match);
  QString wordsOf(std::uint32_t mark) const;
  void showScene();
  void showCut();
  void showMarks();
  void showSelected();
  void showOutcome();
  void offerBest();
  void offerSimilar(const QString& sentence);
  /// Where nothing was found, other angles and sizes are one click away, too.
  std::vector<NoticeBar::Offer> withWider(std::vector<NoticeBar::Offer> offers);
  void sayWider(const SearchResultPtr& result);
  bool onlyTheCutIsIdentical() const;
  void sayLeftOut();
  QString invitation() const;

  Workbench& bench_;
  Canvas& canvas_;
  ResultsView& results_;
  NoticeBar& notice_;
  const Actions& actions_;
  MarksMaker maker_;
  std::unique_ptr<CanvasMenu> menu_;
  std::unique_ptr<ScoreView> scores_;
};

}  // namespace espy::desktop
