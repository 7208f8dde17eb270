// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPolygon>
#include <QUndoStack>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "canvas/marks.h"
#include "judge/judge_controller.h"
#include "model/match_list.h"
#include "model/needle_tray.h"
#include "project/project.h"
#include "search/candidates.h"
#include "search/explorer.h"
#include "search/picture_loader.h"
#include "search/search_controller.h"

namespace espy::desktop {

/// Model of the window, without widgets: scene, needles, the current crop, settings and result.
///
/// Every change searches. With automatic settings a new needle or scene is searched for identical
/// matches first; then the explorer looks for similar, turned, resized and mirrored ones. The first
/// kind that finds more than the originals is shown, with a minimum score from the gap between its
/// scores.
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
  JudgeController& judging() { return judging_; }
  Explorer& explorer() { return explorer_; }
  /// Of the current result.
  Candidates& candidates() { return candidates_; }
  const SearchSettings& settings() const { return settings_; }
  const MarkSettings& markSettings() const { return markSettings_; }

  /// Reads the file in the background; only the last requested scene is shown.
  void openScene(const QString& path);
  /// Path of the scene being read; empty if none.
  const QString& awaitedScene() const { return awaitedScene_; }
  void openNeedles(const QStringList& paths);
  void setScene(PicturePtr scene);
  void addNeedle(PicturePtr picture, std::shared_ptr<const Image> mask = {},
                 std::optional<QRect> origin = {});
  void removeNeedle(int id);
  /// Expected number of matches by needle id. Not used by searches.
  const QHash<int, int>& expected() const { return expected_; }
  void setExpected(const QHash<int, int>& expected);
  /// Snapshot of the current work.
  Project project() const;
  /// Replaces the current work; clears the undo stack.
  void setProject(Project project);
  /// Removes all needles and selects exact search.
  void startOver();
  /// The same for a demo; `endDemo` restores the settings. Without a search: it may be a long one.
  void beginDemo();
  void endDemo();

  /// Makes the rectangle the crop needle. Further rectangles replace it until `keepCut`; then the
  /// next rectangle makes a new needle.
  void cut(const QRect& rectangle);
  void cutLasso(const QPolygon& polygon);
  void setCutMask(const PixelMask& mask);
  void keepCut();
  /// Makes a needle of this scene the crop again, unless it is kept. Any other needle ends the
  /// crop, as `keepCut` does.
  void resumeCut(int id);
  int cutId() const { return cutId_; }
  /// Rectangle of the crop needle if it is from this scene.
  std::optional<QRect> cutRectangle() const;

  /// Changes the settings; undoable.
  void setSettings(const SearchSettings& settings);
  /// Sets the settings of the last session.
  void recallSettings(const SearchSettings& settings);
  /// Settings to store: without a minimum set by setTemporaryMinimum().
  SearchSettings settingsToStore() const;
  void setMarkSettings(const MarkSettings& settings);
  /// Minimum score to show. Filters the current matches; searches again only if they do not reach
  /// that low.
  void setMinimum(double score);
  /// The same for the current needles and scene only; reset when these change.
  void setTemporaryMinimum(double score);

  /// Shows what the explorer found, without a search. Does nothing while the kind is unknown.
  void showVariant(VariantKind kind);
  /// While `held` returns true, results are not replaced automatically.
  void setHold(std::function<bool()> held) { held_ = std::move(held); }

  void searchNow();
  bool canSearch() const;
  /// After an empty result: tries other angles and sizes within the time limit. If matches are
  /// found, the poses become the settings (undoable); else nothing changes.
  void searchWider();
  bool canSearchWider() const;
  /// Time limit of searchWider(); 0: none.
  void setMostWider(std::chrono::milliseconds most) { mostWider_ = most; }
  bool isSearchingWider() const { return wider_; }
  /// Something changed since the last search, which was cancelled.
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
  /// Result with other angles and sizes; with matches it is also the current result.
  void searchedWider(const espy::desktop::SearchResultPtr& result);
  void complained(const QString& sentence);  ///< error
  void noted(const QString& sentence);       ///< information

 private:
  void onFinished(const SearchResultPtr& result);
  void touch();
  void beginOpening();
  void setStale(bool stale);
  /// Applies the settings; searches if the current result does not cover them.
  void apply(const SearchSettings& settings);
  /// Applies another selection to the candidates, if they are known and these settings differ in
  /// nothing else.
  bool selectAgain(const SearchSettings& settings);
  void awaitScene(const QString& path);
  void resetTemporaryMinimum();
  /// Until needles or scene change, then it is `usual` again.
  void makeMinimumTemporary(double usual);
  /// In automatic mode: starts with identical matches again.
  void resetVariant();
  void explore(const SearchResultPtr& result);
  void onExplored(VariantKind kind);
  void adopt(const FoundVariant& found, double minimum);
  /// Whether the current result is still valid for the needles (only a colour changed, say).
  bool isAnswered() const;
  /// The matches that the user removed from the current result.
  std::vector<RemovedMatch> removedNow() const;
  /// Removes `removedBefore_` from the current result.
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
  JudgeController judging_;
  Explorer explorer_;
  SearchSettings settings_;
  MarkSettings markSettings_;
  QString awaitedScene_;  ///< last requested file
  QStringList failures_;  ///< of the files that were opened last
  bool opening_ = false;  ///< more may be opened with them
  std::optional<SearchSettings> beforeDemo_;
  std::optional<double> storedMinimum_;      ///< replaced by setTemporaryMinimum() meanwhile
  std::vector<RemovedMatch> removedBefore_;  ///< to remove from the next result
  QHash<int, int> expected_;
  std::vector<PicturePtr> temporaryMinimumFor_;  ///< scene and needles of setTemporaryMinimum()
  int cutId_ = 0;
  int gesture_ = 0;
  int cuts_ = 0;  ///< counter for names
  bool stale_ = false;
  std::chrono::milliseconds mostWider_{8000};
  bool wider_ = false;          ///< searchWider() is running
  bool picked_ = false;         ///< the user chose a variant of these needles
  bool minimumChosen_ = false;  ///< the user chose a minimum for these needles
  std::set<int> explored_;      ///< ids of the needles that were explored last
  std::function<bool()> held_;
  Candidates candidates_;
};

}  // namespace espy::desktop
