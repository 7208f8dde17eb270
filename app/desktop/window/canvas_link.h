// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
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

/// View > Score map: shows the scores of the needle being cropped, else of the first active needle.
/// They are computed in the background after each search.
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

/// Input of MarksMaker.
struct MarksOrder {
  SearchResultPtr result;
  std::vector<std::uint32_t> shown;  ///< indices of the matches, one mark each
  std::vector<QColor> colours;
  std::vector<PixelMask> shapes;
  QSize picture;
  std::vector<MatchVerdict> said;  ///< verdicts by match, or empty
  std::vector<bool> faint;         ///< by match: rejected by the judge; or empty
};

/// Builds marks from matches; large numbers of them on a worker thread.
class MarksMaker : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Cancels a pending order and starts this one. Returns true if `made` was emitted synchronously;
  /// else it is emitted later.
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

/// Connects canvas, workbench and results table: draws matches, turns selections into needles,
/// synchronises the selected matches, and reports empty results with suggestions.
class CanvasLink : public QObject {
  Q_OBJECT

 public:
  CanvasLink(Workbench& bench, Canvas& canvas, ResultsView& results, NoticeBar& notice,
             const Actions& actions);
  ~CanvasLink() override;

  const ScoreView& scores() const { return *scores_; }

 protected:
  /// A double click on a match zooms to it.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Handles menu actions about the canvas and its matches.
  void act(ActionId what);
  void goTo(std::uint32_t match);
  QString wordsOf(std::uint32_t mark) const;
  void showScene();
  void showCut();
  void showMarks();
  void showGhosts();
  void showSelected();
  void showOutcome();
  void offerBest();
  /// Reports that automatic search found nothing but the originals.
  void reportExplored();
  /// What of the best candidate's notice is offered: to show it, and to accept it by `take`.
  std::vector<NoticeBar::Offer> offersFor(const Match& best, std::function<void()> take);
  void offerSimilar(const QString& sentence);
  /// Adds the offer to search other angles and sizes.
  std::vector<NoticeBar::Offer> withWider(std::vector<NoticeBar::Offer> offers);
  void reportWider(const SearchResultPtr& result);
  bool onlyCropMatches() const;
  void reportLeftOut();
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
