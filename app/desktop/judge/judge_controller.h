// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <QUndoCommand>
#include <QUndoStack>
#include <memory>
#include <optional>
#include <vector>

#include "judge/judge_work.h"
#include "model/match_list.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// Undo command that labels matches as true or false, or removes labels. Stays valid after another
/// search has replaced the list.
class LabelMatches : public QUndoCommand {
 public:
  LabelMatches(MatchList& list, const std::vector<std::uint32_t>& indices, MatchVerdict said);
  void redo() override;
  void undo() override;

 private:
  struct Place {
    std::weak_ptr<const Picture> scene;  ///< weak: the undo history keeps no pictures alive
    std::weak_ptr<const Picture> needle;
    std::shared_ptr<const Image> mask;
    Match match;
    MatchVerdict before;
  };
  void label(bool before);

  MatchList& list_;
  std::vector<Place> places_;
  MatchVerdict verdict_;
};

/// Undo command that forgets a needle's labels in other pictures than the current scene.
class ForgetOtherLabels : public QUndoCommand {
 public:
  ForgetOtherLabels(MatchList& list, const NeedleItem& needle);
  void redo() override;
  void undo() override;

 private:
  MatchList& list_;
  std::weak_ptr<const Picture> scene_;
  std::weak_ptr<const Picture> needle_;
  std::shared_ptr<const Image> mask_;
  Verdicts::Pages forgotten_;
};

/// State of judging one needle, for display.
struct JudgeState {
  int needle = 0;  ///< id; 0: nothing to judge
  QString name;
  bool several = false;  ///< the result has other needles, too
  int yes = 0;           ///< matches labelled true
  int no = 0;
  int elsewhere = 0;  ///< of both, those in other pictures
  NeedleJudgePtr judge;
  std::size_t leftOut = 0;  ///< hidden matches of all needles
  bool rejectedShown = false;
  bool learning = false;
  double progress = 0;
  /// Minimum score between the labelled true and false matches of the picture, if one separates
  /// them.
  std::optional<double> separating;
  QString learnsInstead;  ///< engine that learns because the chosen one cannot

  bool enough() const { return yes >= Judge::kLeastClicks && no >= Judge::kLeastClicks; }
};

/// Controller of judging, independent of widgets: learns a judge of a needle from labels and
/// applies it to the needle's matches. All changes can be undone.
class JudgeController : public QObject {
  Q_OBJECT

 public:
  JudgeController(const Registry& registry, MatchList& matches, NeedleTray& tray, QUndoStack& undo,
                  QObject* parent = nullptr);

  /// Sets the current match, whose needle `state` describes.
  void setCurrent(std::optional<std::uint32_t> match);
  JudgeState state() const;
  /// Labels these matches; removes the label if all of them have it.
  void label(const std::vector<std::uint32_t>& matches, MatchVerdict said);
  void learn();
  void cancel();
  /// Removes the labels in other pictures from what is learned from.
  void removeFromOtherPictures();
  /// Removes the judge, or undoes learning, which restores the one before.
  void drop();
  void setRejectedShown(bool shown);
  /// Sets the recall to keep.
  void setRecall(double recall);
  /// Unlabelled matches of the needle, by increasing certainty of the judge.
  std::vector<std::uint32_t> leastSure() const;

  /// Writes or reads a judge file. Errors are emitted by `said`.
  void save(int needle, const QString& path);
  void load(int needle, const QString& path);
  /// Time for which newly rejected matches stay visible; 0: not at all.
  void setFading(std::chrono::milliseconds time) { fading_.setInterval(time); }
  bool busy() const { return work_.learning() || work_.judging(); }

 signals:
  void changed();  ///< any field of `state`
  void said(const QString& sentence, bool trouble);

 private:
  void onRows();
  void onNeedles();
  void onLearned(const Judge& judge, const NeedleItem& needle);
  void onJudged(const SearchResultPtr& result, const Judged& judged);
  /// Current judges of the result's needles.
  std::vector<NeedleJudgePtr> judgesNow() const;
  void rejudge();
  void give(const NeedleItem& needle, NeedleJudgePtr judge, const QString& words);
  const NeedleItem* subject() const;
  /// Number of labels of the needle in all pictures.
  int labelCount(const NeedleItem& needle) const;
  std::optional<double> separatingMinimum(const NeedleItem& needle) const;
  LearnOrder orderFor(const NeedleItem& needle) const;

  MatchList& matches_;
  NeedleTray& tray_;
  QUndoStack& undo_;
  JudgeWork work_;
  std::weak_ptr<const SearchResult> result_;
  std::vector<NeedleJudgePtr> judges_;  ///< that judged the current matches, or do so now
  int subject_ = 0;
  double progress_ = 0;
  bool fade_ = false;  ///< show what the new judge rejects
  QTimer fading_;
};

}  // namespace espy::desktop
