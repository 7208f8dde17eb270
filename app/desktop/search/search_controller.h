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

namespace espy::desktop {

/// What to search for where.
struct SearchRequest {
  PicturePtr scene;
  std::vector<NeedleItem> needles;
  SearchSettings settings;
  /// Instead of `settings`: these one after the other; the first that finds most is the answer.
  std::vector<SearchSettings> wider = {};
  /// After this time it ends with what it has; 0: never.
  std::chrono::milliseconds most{0};

  bool isWider() const { return !wider.empty(); }
};

/// Searches on a worker thread. A new request cancels the one before, which emits nothing more.
class SearchController : public QObject {
  Q_OBJECT

 public:
  /// A search that took no longer is repeated whenever something changes.
  static constexpr double kQuickMilliseconds = 200;

  explicit SearchController(const Registry& registry, QObject* parent = nullptr);
  ~SearchController() override;

  void start(SearchRequest request);
  void cancel();
  bool running() const { return job_.running(); }
  /// Whether the last search was so quick that the next one may start by itself.
  bool isQuick() const { return lastMilliseconds_ <= kQuickMilliseconds; }
  /// The next search has nothing to do with the last one.
  void forgetPace() { lastMilliseconds_ = 0; }

 signals:
  void started();
  void progressed(double part, double secondsLeft);  ///< secondsLeft < 0: not known yet
  void finished(const espy::desktop::SearchResultPtr& result);
  void failed(const QString& sentence);
  void stopped();  ///< cancelled, and nothing else was started

 private:
  void giveUp();
  void end(const Outcome<SearchResultPtr>& outcome);
  // On the worker:
  SearchResultPtr resultOf(const SearchRequest& request, const Control& control);
  /// With one of the settings; leaves out needles that cannot be searched for.
  std::shared_ptr<SearchResult> oneResult(const SearchRequest& request,
                                          const SearchSettings& settings, const Control& control);
  std::shared_ptr<SearchResult> widerResult(const SearchRequest& request, const Control& control);

  /// A picture that a GPU keeps for the next search of it.
  struct KeptScene;

  const Registry& registry_;
  bool wider_ = false;   ///< the running search says nothing of how long the usual one takes
  QElapsedTimer since_;  ///< the running search began
  QTimer deadline_;
  std::atomic<bool> late_ = false;  ///< the deadline has passed
  double lastMilliseconds_ = 0;
  std::unique_ptr<KeptScene> kept_;  ///< the worker's
  Job job_;
};

/// Where nothing was found: the same search at other angles and sizes, what takes least time first.
/// Empty where there is nothing more to try.
std::vector<SearchSettings> widerThan(const SearchSettings& settings);

}  // namespace espy::desktop
