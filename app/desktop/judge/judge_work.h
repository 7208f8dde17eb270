// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "espy/engine/registry.h"
#include "model/match_list.h"

namespace espy::desktop {

/// What a judge is to be learned from.
struct LearnOrder {
  std::vector<PicturePtr> pictures;  ///< that the clicks count
  NeedleItem needle;
  std::vector<Click> clicks;
  QString engine;
  int threads = 0;
};

/// Which matches are to be judged.
struct JudgeOrder {
  SearchResultPtr result;
  std::vector<NeedleJudgePtr> judges;  ///< by needle; null: nobody
};

/// Learns and judges, each in a thread of its own. Of what was cancelled, or asked for before
/// something else of its kind was, nothing more is heard.
class JudgeWork : public QObject {
  Q_OBJECT

 public:
  explicit JudgeWork(const Registry& registry, QObject* parent = nullptr);
  /// Cancels, and waits until the threads have seen it.
  ~JudgeWork() override;

  void learn(LearnOrder order);
  void cancelLearning();
  bool learning() const { return learning_; }
  /// Who learns in place of the engine that was asked for, which cannot; empty: that one does.
  const QString& standIn() const { return standIn_; }

  void judge(JudgeOrder order);
  void cancelJudging();
  bool judging() const { return judging_; }

 signals:
  void progressed(double part);  ///< of learning
  void learned(const std::shared_ptr<const espy::Judge>& judge,
               const espy::desktop::NeedleItem& needle);
  /// Thresholds are the asker's business.
  void judged(const espy::desktop::SearchResultPtr& result, const espy::desktop::Judged& judged);
  void failed(const QString& sentence, bool learning);

 private:
  using Tell = std::function<void()>;
  /// Calls `tell` in the thread of this object, if `turn` is still the last one.
  void post(const std::uint64_t& last, std::uint64_t turn, bool& running, Tell tell);

  const Registry& registry_;
  bool learning_ = false;
  bool judging_ = false;
  QString standIn_;
  std::uint64_t learnTurn_ = 0;
  std::uint64_t judgeTurn_ = 0;
  // Last: they end before what they use does.
  std::jthread learner_;
  std::jthread judge_;
};

}  // namespace espy::desktop
