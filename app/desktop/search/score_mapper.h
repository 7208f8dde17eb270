// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "espy/engine/registry.h"
#include "model/match_list.h"
#include "model/score_plane.h"

namespace espy::desktop {

/// Which needle's scores are wanted where.
struct ScoreRequest {
  PicturePtr scene;
  NeedleItem needle;
  SearchSettings settings;  ///< exact search has no scores: then zncc, or sad where that cannot be
};

/// Owns the thread that computes scores to be looked at. As with searches, a new request cancels
/// the one before, of which nothing more is heard.
class ScoreMapper : public QObject {
  Q_OBJECT

 public:
  explicit ScoreMapper(const Registry& registry, QObject* parent = nullptr);
  ~ScoreMapper() override;

  void start(ScoreRequest request);
  void cancel();
  bool running() const { return running_; }

 signals:
  void made(const espy::desktop::ScorePlanePtr& plane);
  void failed(const QString& sentence);

 private:
  void begin(std::optional<ScoreRequest> request);
  void work(const std::stop_token& quit);
  void run(const ScoreRequest& request, int number, const std::stop_token& stop);
  template <class Tell>
  void post(int number, Tell tell);

  const Registry& registry_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<ScoreRequest> next_;
  std::stop_source stop_;  ///< of the request that `number_` counts
  int number_ = 0;
  bool running_ = false;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
