// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "espy/engine/registry.h"
#include "model/match_list.h"

namespace espy::desktop {

/// What to search for where.
struct SearchRequest {
  PicturePtr scene;
  std::vector<NeedleItem> needles;
  SearchSettings settings;
  /// Instead of `settings`: these one after the other; the first that finds most is the answer.
  std::vector<SearchSettings> wider = {};
  /// Then it gives up, with what it has; 0: never.
  std::chrono::milliseconds most{0};

  bool isWider() const { return !wider.empty(); }
};

/// Owns the thread that searches, and talks in signals, which all come in the window's thread. A
/// new request cancels the one before; of a cancelled one nothing more is heard but `stopped`.
class SearchController : public QObject {
  Q_OBJECT

 public:
  /// A search that took no longer is begun again whenever something changes.
  static constexpr double kQuickMilliseconds = 200;

  explicit SearchController(const Registry& registry, QObject* parent = nullptr);
  ~SearchController() override;

  void start(SearchRequest request);
  void cancel();
  bool running() const { return running_; }
  /// Did the last search end so soon that the next one may begin by itself?
  bool isQuick() const { return lastMilliseconds_ <= kQuickMilliseconds; }
  /// What comes next has nothing to do with what was searched for last.
  void forgetPace() { lastMilliseconds_ = 0; }

 signals:
  void started();
  void progressed(double part, double secondsLeft);  ///< secondsLeft < 0: not known yet
  void finished(const espy::desktop::SearchResultPtr& result);
  void failed(const QString& sentence);
  void stopped();  ///< cancelled, and nothing else was started

 private:
  void giveUp();
  void work(const std::stop_token& quit);
  void run(const SearchRequest& request, int number, const std::stop_token& stop);
  /// What a request finds, one way; leaves out what cannot be searched for.
  std::shared_ptr<SearchResult> answer(const SearchRequest& request, const SearchSettings& settings,
                                       const Control& control);
  std::shared_ptr<SearchResult> answerWider(const SearchRequest& request, const Control& control);
  /// Calls `tell` in the window's thread if this request is still the last one.
  template <class Tell>
  void post(int number, Tell tell);

  /// A picture that a card keeps for the next search of it.
  struct KeptScene;

  const Registry& registry_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<SearchRequest> next_;  ///< waits for the thread
  std::stop_source stop_;              ///< of the request that `number_` counts
  int number_ = 0;
  bool running_ = false;
  bool wider_ = false;   ///< what runs says nothing of how long the usual search takes
  QElapsedTimer since_;  ///< the running search began
  double lastMilliseconds_ = 0;
  std::unique_ptr<KeptScene> kept_;  ///< the thread's own
  std::jthread thread_;              ///< last: ends before what it uses does
};

}  // namespace espy::desktop
