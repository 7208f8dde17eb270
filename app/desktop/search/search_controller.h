// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "espy/engine/registry.h"
#include "model/job.h"
#include "model/match_list.h"
#include "model/settings.h"
#include "search/remaining_time.h"

namespace espy::desktop {

/// A search request.
struct SearchRequest {
  PicturePtr scene;
  std::vector<NeedleItem> needles;
  SearchSettings settings;
  /// Replaces `settings`: tried in order; the first with the most matches is the result.
  std::vector<SearchSettings> wider = {};
  /// Time limit, after which the best result so far is returned; 0: none.
  std::chrono::milliseconds most{0};

  bool isWider() const { return !wider.empty(); }
};

/// Searches on a worker thread. A new request cancels the previous one, which emits nothing more.
class SearchController : public QObject {
  Q_OBJECT

 public:
  explicit SearchController(const Registry& registry, QObject* parent = nullptr);
  ~SearchController() override;

  void start(SearchRequest request);
  void cancel();
  bool running() const { return job_.running(); }

 signals:
  void started();
  void progressed(double part, double secondsLeft);  ///< secondsLeft < 0: unknown
  void finished(const espy::desktop::SearchResultPtr& result);
  void failed(const QString& sentence);
  void stopped();  ///< cancelled without a successor

 private:
  void end(const Outcome<SearchResultPtr>& outcome);
  void stopClocks();
  void reportProgress();
  // On the worker:
  SearchResultPtr resultOf(const SearchRequest& request, const Control& control);
  /// Searches with one of the settings; leaves out needles that cannot be searched.
  std::shared_ptr<SearchResult> oneResult(const SearchRequest& request,
                                          const SearchSettings& settings, const Control& control);
  /// Searches for the indexes of the result; leaves out those that the settings do not allow.
  void searchIndexes(SearchResult& result, const SearchSettings& settings, const Control& control);
  std::shared_ptr<SearchResult> widerResult(const SearchRequest& request, const Control& control);

  /// A scene that a GPU keeps for the next search.
  struct KeptScene;

  const Registry& registry_;
  bool wider_ = false;   ///< a wider search runs: its time is not proportional to its progress
  QElapsedTimer since_;  ///< since the start of the running search
  RemainingTime rest_;
  QTimer tick_;  ///< repeats the progress with less time left
  QTimer deadline_;
  std::atomic<bool> late_ = false;   ///< the deadline has passed
  std::unique_ptr<KeptScene> kept_;  ///< used by the worker only
  Job job_;
};

/// Settings with other angles and sizes to try after an empty result, fastest first. Empty if
/// nothing is left to try.
std::vector<SearchSettings> widerThan(const SearchSettings& settings);

}  // namespace espy::desktop
