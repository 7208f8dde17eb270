// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPolygon>
#include <QUndoStack>
#include <optional>

#include "canvas/marks.h"
#include "judge/judge_desk.h"
#include "model/match_list.h"
#include "model/needle_tray.h"
#include "project/project.h"
#include "search/picture_loader.h"
#include "search/search_controller.h"

namespace espy::desktop {

/// What the window works on, and the rules of it, without a widget: the scene, the needles, what is
/// cut out at the moment, how to search, what was found, and when a search begins by itself.
class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(const Registry& registry, QObject* parent = nullptr);

  const Registry& registry() const { return registry_; }
  const PicturePtr& scene() const { return scene_; }
  NeedleTray& tray() { return tray_; }
  MatchList& matches() { return matches_; }
  QUndoStack& undo() { return undo_; }
  SearchController& search() { return search_; }
  JudgeDesk& judging() { return judging_; }
  const SearchSettings& settings() const { return settings_; }
  const MarkSettings& markSettings() const { return markSettings_; }

  /// Reads files in the background; the scene that was asked for last is shown.
  void openScene(const QString& path);
  /// The file of a scene that is being read; empty while none is.
  const QString& awaitedScene() const { return awaitedScene_; }
  void openNeedles(const QStringList& paths);
  void setScene(PicturePtr scene);
  void addNeedle(PicturePtr picture, std::shared_ptr<const Image> mask = {},
                 std::optional<QRect> origin = {});
  void removeNeedle(int id);
  /// How many matches of each needle there should be, by its id. It is of no weight for searches.
  const QHash<int, int>& expected() const { return expected_; }
  void setExpected(const QHash<int, int>& expected);
  /// What somebody works on here.
  Project project() const;
  /// Goes on with another project; what was here is gone, and cannot be undone.
  void setProject(Project project);
  /// No needles, and exact search.
  void startOver();

  /// The rectangle on the canvas is the needle being cut out. While there is one it stays the same
  /// needle; `keepCut` lets go of it, so that the next rectangle makes another one.
  void cut(const QRect& rectangle);
  void cutLasso(const QPolygon& polygon);
  void setCutMask(const PixelMask& mask);
  void keepCut();
  /// Goes on with a needle that was cut out of this scene and not kept; of others nothing changes.
  void resumeCut(int id);
  int cutId() const { return cutId_; }
  /// Where the needle being cut out lies in the scene, if it still does.
  std::optional<QRect> cutRectangle() const;

  /// Searches another way; can be undone.
  void setSettings(const SearchSettings& settings);
  /// As they were when the program was last used.
  void recallSettings(const SearchSettings& settings);
  /// What is to be remembered: without a minimum that was taken for one search.
  SearchSettings usualSettings() const;
  void setMarkSettings(const MarkSettings& settings);
  /// The least score that is shown: the matches at hand are filtered, and searched again only where
  /// they do not reach so low.
  void setMinimum(double score);
  /// The same for these needles in this scene only: another one is searched as usual.
  void takeMinimum(double score);

  /// Searches now, whatever the last search took.
  void searchNow();
  bool canSearch() const;
  /// Where nothing was found: looks at other angles and sizes, for a few seconds at most. What
  /// finds something becomes the settings, which can be undone; else all stays as it is.
  void searchWider();
  bool canSearchWider() const;
  /// After so long it gives up; 0: never.
  void setMostWider(std::chrono::milliseconds most) { mostWider_ = most; }
  bool isSearchingWider() const { return wider_; }
  /// Something changed since the last search, which has not begun by itself.
  bool isStale() const { return stale_; }

 signals:
  void sceneChanged();
  void cutChanged();  ///< cutId, cutRectangle or its mask
  void settingsChanged();
  void markSettingsChanged();
  void staleChanged();
  void expectedChanged();
  void resultChanged();   ///< matches() has another result, or none
  void loadingChanged();  ///< awaitedScene()
  /// What other angles and sizes brought; with matches it is the result at hand.
  void searchedWider(const espy::desktop::SearchResultPtr& result);
  void complained(const QString& sentence);  ///< something could not be done
  void noted(const QString& sentence);       ///< worth knowing

 private:
  void onFinished(const SearchResultPtr& result);
  void touch();
  void setStale(bool stale);
  /// Shows these settings, and searches where the matches at hand do not answer them.
  void apply(const SearchSettings& settings);
  void awaitScene(const QString& path);
  void forgetTaken();
  /// The matches at hand are of these needles: what was changed is a colour, say.
  bool isAnswered() const;
  /// Takes out what was taken out when the project was saved.
  void removeAgain();
  void replaceCut(const PicturePtr& picture, std::shared_ptr<const Image> mask,
                  const QRect& origin);
  PicturePtr cutPicture(const QRect& rectangle) const;
  void onLoaded(const PicturePtr& picture, PictureLoader::Purpose purpose);
  void onNeedlesChanged();

  const Registry& registry_;
  PicturePtr scene_;
  NeedleTray tray_;
  MatchList matches_;
  QUndoStack undo_;
  SearchController search_;
  PictureLoader loader_;
  JudgeDesk judging_;
  SearchSettings settings_;
  MarkSettings markSettings_;
  QString awaitedScene_;                     ///< the file that was asked for last
  std::optional<double> usualMinimum_;       ///< while another one is taken for one search
  std::vector<RemovedMatch> removedBefore_;  ///< to be taken out of the next results
  QHash<int, int> expected_;
  std::vector<PicturePtr> takenFor_;  ///< the scene and the needles of that search
  int cutId_ = 0;
  int gesture_ = 0;
  int cuts_ = 0;  ///< for names
  bool stale_ = false;
  std::chrono::milliseconds mostWider_{8000};
  bool wider_ = false;  ///< other angles and sizes are being tried
};

}  // namespace espy::desktop
