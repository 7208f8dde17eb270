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

/// Says of matches that they are true ones, or none, or takes back what was said. Once another
/// search has filled the list it works on the same places all the same.
class SayOfMatches : public QUndoCommand {
 public:
  SayOfMatches(MatchList& list, const std::vector<std::uint32_t>& indices, Said said);
  void redo() override;
  void undo() override;

 private:
  struct Place {
    std::weak_ptr<const Picture> scene;  ///< weak: a history keeps no pictures in memory
    std::weak_ptr<const Picture> needle;
    std::shared_ptr<const Image> mask;
    Match match;
    Said before;
  };
  void say(bool before);

  MatchList& list_;
  std::vector<Place> places_;
  Said said_;
};

/// Forgets what was said of a needle's matches in other pictures than the one at hand.
class ForgetElsewhere : public QUndoCommand {
 public:
  ForgetElsewhere(MatchList& list, const NeedleItem& needle);
  void redo() override;
  void undo() override;

 private:
  MatchList& list_;
  std::weak_ptr<const Picture> scene_;
  std::weak_ptr<const Picture> needle_;
  std::shared_ptr<const Image> mask_;
  Verdicts::Pages forgotten_;
};

/// What there is to tell of judging one needle.
struct JudgeState {
  int needle = 0;  ///< its id, 0: there is nothing to judge
  QString name;
  bool several = false;  ///< there are other needles, too
  int yes = 0;           ///< so many of its matches were said to be true
  int no = 0;
  int elsewhere = 0;  ///< of both, so many in other pictures
  NeedleJudgePtr judge;
  std::size_t leftOut = 0;  ///< of all needles
  bool leftOutShown = false;
  bool learning = false;
  double progress = 0;
  QString learnsInstead;  ///< the engine that does, where the one that searches cannot

  bool enough() const { return yes >= Judge::kLeastClicks && no >= Judge::kLeastClicks; }
};

/// The rules of judging, without a widget: what is said of matches becomes a judge of their needle,
/// which judges what is found of it from then on. All of it can be undone.
class JudgeDesk : public QObject {
  Q_OBJECT

 public:
  JudgeDesk(const Registry& registry, MatchList& matches, NeedleTray& tray, QUndoStack& undo,
            QObject* parent = nullptr);

  /// The match that somebody looks at: its needle is what `state` is about.
  void setCurrent(std::optional<std::uint32_t> match);
  JudgeState state() const;
  /// Says it of these matches; where it has been said of all of them, takes it back.
  void say(const std::vector<std::uint32_t>& matches, Said said);
  void learn();
  void cancel();
  /// What was said of matches in other pictures is no longer learned from.
  void forgetElsewhere();
  /// Takes the judge away again: the one before comes back, if there was one.
  void drop();
  void setLeftOutShown(bool shown);
  /// Another share of the true matches is to be kept.
  void setRecall(double recall);
  /// Matches from the one that the judge is least sure of to the surest, but for those of which
  /// something was said.
  std::vector<std::uint32_t> leastSure() const;

  /// Into a file, or from one; what goes wrong is said.
  void save(int needle, const QString& path);
  void load(int needle, const QString& path);
  /// So long what is left out can be seen fading; 0: not at all.
  void setFading(std::chrono::milliseconds time) { fading_.setInterval(time); }
  bool busy() const { return work_.learning() || work_.judging(); }

 signals:
  void changed();  ///< anything of `state`
  void said(const QString& sentence, bool trouble);

 private:
  void onRows();
  void onNeedles();
  void onLearned(const Judge& judge, const NeedleItem& needle);
  void onJudged(const SearchResultPtr& result, const Judged& judged);
  /// Judges that the needles of the result have now.
  std::vector<NeedleJudgePtr> judgesNow() const;
  void rejudge();
  void give(const NeedleItem& needle, NeedleJudgePtr judge, const QString& words);
  const NeedleItem* subject() const;
  /// So much was said of its matches, in all pictures.
  int saidOf(const NeedleItem& needle) const;
  LearnOrder orderFor(const NeedleItem& needle) const;

  MatchList& matches_;
  NeedleTray& tray_;
  QUndoStack& undo_;
  JudgeWork work_;
  std::weak_ptr<const SearchResult> result_;
  std::vector<NeedleJudgePtr> judges_;  ///< who judged the matches at hand, or does so now
  int subject_ = 0;
  double progress_ = 0;
  bool fade_ = false;  ///< what was learned shows itself
  QTimer fading_;
};

}  // namespace espy::desktop
